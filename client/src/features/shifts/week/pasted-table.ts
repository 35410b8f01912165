import type { Driver } from '@shared/drivers';
import { driverLabel, findTypedDrivers } from '@shared/reading/drivers';
import { SHIFT_FIELDS, type ShiftField } from '@shared/shifts/reading/headings';
import { columnsLeftOut, fieldsOfTable, type ShiftTable, tableCells } from '@shared/shifts/reading/table';
import type { SheetReading } from '@shared/shifts/reading/weeks';
import type { Pasted } from '@/components/grid/pasted-cells';

/** Names the driver by the licence where the name alone does not say who it is. */
const driverNamer = (drivers: readonly Driver[]) => (name: string, licence: string) => {
  const named = findTypedDrivers(name, drivers);
  const licensed = drivers.filter(({ driverAuthorityLicense }) => driverAuthorityLicense === licence);
  const [driver] = licensed;
  if (driver && (name === '' || named.includes(driver))) return driverLabel(driver, drivers);
  // two drivers in one row are no driver's name, and to be put right
  return driver && name !== '' ? `${name} (${licence})` : name || licence;
};

/** The rows of a table as they are pasted: the cells of the grid, and after them those of the sheet, for columns that are left out. */
export function pastedTable(
  table: ShiftTable,
  reading: SheetReading,
  drivers: readonly Driver[],
): Pasted<ShiftField> {
  const fields = fieldsOfTable(table);
  const after = SHIFT_FIELDS.length;
  return {
    rows: tableCells(table, reading, driverNamer(drivers)).map(({ of, cells }) => [
      ...SHIFT_FIELDS.map((field) => cells[field] ?? ''),
      ...of.cells,
    ]),
    columns: Object.fromEntries(fields.map((field) => [field, SHIFT_FIELDS.indexOf(field)])),
    leftOut: columnsLeftOut(table).map((left) => ({ ...left, column: left.column + after })),
    headings: table.headings,
  };
}
