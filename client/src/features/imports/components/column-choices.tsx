import type { ImportColumns, ImportPreview } from '@shared/imports/imports';
import { type TripFieldName, tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { columnChoice } from '@/components/grid/left-out-columns';
import { Folded } from '@/components/ui/folded';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';

/** The fields that a trip needs; a suburb may have its postcode, and a driver is known by name or licence. A file without waits is asked about. */
const NEEDED: readonly TripFieldName[] = ['date', 'driver', 'licence', 'suburb', 'postcode', 'waitingTime'];
const others = tripFieldNames.filter((field) => !NEEDED.includes(field));

/** A heading of the file; a column without one is called by its place, from 0. */
export const headingText = (name: string, column: number): string => name || `Column ${column + 1}`;

type ColumnChoicesProps = {
  preview: ImportPreview;
  /** As they are chosen. */
  columns: ImportColumns;
  disabled: boolean;
  isOpen: boolean;
  onChange: (columns: ImportColumns) => void;
};

export function ColumnChoices({ preview, columns, disabled, isOpen, onChange }: ColumnChoicesProps) {
  const { headings, missing } = preview;

  function isRequired(field: TripFieldName): boolean {
    if (field === 'driver') return columns.licence === undefined;
    return field === 'date' || field === 'suburb';
  }

  const choices = (fields: readonly TripFieldName[]) => (
    <div className="grid grid-cols-1 items-start gap-4 pb-4 sm:grid-cols-2 lg:grid-cols-3">
      {fields.map((field) => {
        const { label } = tripField(field);
        const isMissing = missing.includes(label);
        return (
          <Field key={field} label={`Column for ${label}`} required={isRequired(field)}>
            <Select
              value={columns[field] ?? ''}
              disabled={disabled}
              className={isMissing && columns[field] === undefined ? 'border-due!' : undefined}
              onChange={({ target }) => {
                const { [field]: _, ...rest } = columns;
                onChange(target.value === '' ? rest : { ...rest, [field]: Number(target.value) });
              }}
              none={isMissing ? 'Choose a column' : 'Not in the file'}
              choices={headings.map(({ name, example }, index) => ({
                value: index,
                label: columnChoice({ name: headingText(name, index), example }),
              }))}
            />
          </Field>
        );
      })}
    </div>
  );

  return (
    <Folded summary="Columns of the file" open={isOpen} className="rounded-md border border-line px-3">
      {choices(NEEDED)}
      <Folded summary={`${others.length} optional fields`}>{choices(others)}</Folded>
    </Folded>
  );
}
