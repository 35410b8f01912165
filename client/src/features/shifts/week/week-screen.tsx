import { countOf } from '@shared/figures';
import { addDays, brisbaneDay } from '@shared/periods';
import { timesToAsk } from '@shared/shifts/reading/times';
import { isDayOff, settleWeekCell } from '@shared/shifts/reading/week-cell';
import { mergeCells, type WeekCell } from '@shared/shifts/reading/week-sheet';
import { MAX_SHIFTS_AT_ONCE, type ProposedShift, type ShiftSheet } from '@shared/shifts/shifts';
import { type ClipboardEvent, type FocusEvent, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { DraftNotice, useLeaving } from '@/components/edit-dialog';
import { parseCells } from '@/components/grid/pasted-cells';
import { MissingDrivers } from '@/components/missing-drivers';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { QueryState } from '@/components/ui/states/query-state';
import { useKnown } from '@/features/places/use-known';
import { brisbaneNote } from '@/lib/clock';
import { mondayOf } from '@/lib/spans';
import { fieldsOf } from '../proposed-hours';
import { StoredShiftDialog } from '../stored-shift-dialog';
import type { ShownShift } from '../use-open-shifts';
import { useStoreShiftsOnce } from '../use-store-shifts-once';
import { readBlock } from './pasted-block';
import { SheetQuestion } from './sheet-question';
import { ShiftFile } from './shift-file';
import { TimesQuestion } from './times-question';
import { useSheet } from './use-sheet';
import { cellKey, useWeekCells } from './use-week-cells';
import { placeOf, useWeekFocus } from './use-week-focus';
import { cellOfShift, copyOfLastWeek, openProposals, useWeekShifts, weekRows } from './use-week-shifts';
import { daysOfWeek, mondayNamed, weekToEnter } from './week-days';
import { WeekGrid } from './week-grid';
import { CellFaults, DriverQuestion, OtherWeeks } from './week-notices';
import { cellReader, remarksOnCells } from './week-remarks';
import { WeekTools } from './week-tools';

/** A text that is typed in place of a copy: of the cell to the left, or of the one above. */
const AS_LEFT = '=';
const AS_ABOVE = /^["“”″]$/;

type WeekScreenProps = { onLeave: () => void };

/** A week of hours, drivers down and days across, stored all or nothing (docs/product/hours.md#enter-a-week). */
export function WeekScreen({ onLeave }: WeekScreenProps) {
  const [, navigate] = useLocation();
  const { known: data, drivers: driversQuery } = useKnown({});
  const { drivers, vehicles, now } = data;
  const typed = useWeekCells();
  const { cells } = typed;
  const [begun] = useState(() => {
    const [first] = cells.map(({ day }) => day).sort();
    return first ? mondayOf(first) : weekToEnter(now);
  });
  const monday = mondayNamed(useSearch()) ?? begun;
  const days = daysOfWeek(monday);
  const today = brisbaneDay(now);
  const [dayOnPhone, setDayOnPhone] = useState(today);
  const shownDay = days.includes(dayOnPhone) ? dayOnPhone : monday;
  const [opened, setOpened] = useState<ShownShift>();
  const [isStrict, setStrict] = useState(false);
  const showWeek = (of: string) => navigate(`/hours/week?monday=${of}`, { replace: true });

  const sheet = useSheet({
    known: data,
    monday,
    onCells(arrived) {
      const replaced = arrived.filter((cell) => {
        const before = cells.find((one) => cellKey(one) === cellKey(cell));
        return before && before.text !== settle(cell);
      });
      typed.put(arrived.map((cell) => ({ ...cell, text: settle(cell) })));
      if (replaced.length > 0)
        sheet.setNotes((notes) => [
          ...notes,
          `${countOf(replaced.length, 'cell')} had other hours. Undo brings them back`,
        ]);
      const [first] = arrived.map(({ day }) => mondayOf(day)).sort();
      if (first && !arrived.some(({ day }) => mondayOf(day) === monday)) showWeek(first);
    },
  });
  const { times } = sheet;
  const known = useMemo(() => ({ drivers, vehicles, now, times }), [drivers, vehicles, now, times]);
  const read = useMemo(() => cellReader(known), [known])(cells);
  const shifts = read.flatMap(({ read: of }) => of.shifts);
  const wrong = read.filter(({ read: { faults } }) => faults.length > 0);
  const daysOff = read.filter(({ cell }) => isDayOff(cell.text)).length;

  const week = useWeekShifts(monday);
  const texts = new Map(read.map(({ cell }) => [cellKey(cell), cell.text]));
  const remarks = remarksOnCells(
    read,
    week.stored.map(({ shift }) => shift),
    now,
  );
  const rows = weekRows(drivers, week.stored, read, monday);
  const proposed = openProposals(week.proposed, texts, drivers);

  const saving = useStoreShiftsOnce({
    done: 'saved',
    failed: 'Failed to save the shifts',
    undone: (count) => `${countOf(count, 'shift')} removed`,
    undoFailed: 'Failed to undo',
  });
  const confirming = useStoreShiftsOnce({
    done: 'confirmed',
    failed: 'Failed to confirm the hours',
    undone: () => 'Proposed again',
    undoFailed: 'Failed to undo the confirmation',
  });

  const focus = useWeekFocus(days, {
    undo: typed.undo,
    redo: typed.redo,
    submit: () => void submit(),
    copyAbove: ({ row, day }) => copyInto(row, day, row - 1, day),
  });
  const { leave, question } = useLeaving(typed.draft, onLeave);

  /** What stands in a cell: what is typed, or else stored or proposed. */
  function textAt(row: number, day: string): string {
    const driverId = rows[row]?.driverId ?? '';
    const key = cellKey({ driverId, day });
    const stored = (week.cells.get(key) ?? []).map(({ shift }) => shift);
    const there = stored.length > 0 ? stored : (week.proposedCells.get(key) ?? []);
    const [cell] = mergeCells(there.flatMap((shift) => cellOfShift(shift, '', known)));
    return texts.get(key) ?? cell?.text ?? '';
  }

  /** Copies one cell into another. @returns whether there was something to copy */
  function copyInto(row: number, day: string, fromRow: number, fromDay: string): boolean {
    const driverId = rows[row]?.driverId;
    const text = textAt(fromRow, fromDay);
    if (!driverId || text === '') return false;
    typed.put([{ driverId, day, text }]);
    return true;
  }

  function type(row: number, day: string, text: string) {
    const driverId = rows[row]?.driverId;
    if (!driverId) return;
    if (text === AS_LEFT && days.includes(day) && copyInto(row, day, row, addDays(day, -1)))
      return focus.goRight({ row, day });
    if (AS_ABOVE.test(text) && copyInto(row, day, row - 1, day))
      return focus.focusCell({ row: row + 1, day });
    typed.type({ driverId, day, text });
  }

  const settle = (cell: WeekCell) => settleWeekCell(cell.text, cell.day, known);

  function onBlur({ target }: FocusEvent) {
    const place = placeOf(target);
    const driverId = rows[place?.row ?? -1]?.driverId;
    if (place && driverId) typed.leave(cellKey({ driverId, day: place.day }), settle);
  }

  function goTo(cell: WeekCell) {
    if (!days.includes(cell.day)) showWeek(mondayOf(cell.day));
    setDayOnPhone(cell.day);
    focus.focusLater({ row: rows.findIndex(({ driverId }) => driverId === cell.driverId), day: cell.day });
  }

  async function submit() {
    const [first] = wrong;
    if (first) {
      setStrict(true);
      return goTo(first.cell);
    }
    if (shifts.length === 0 || shifts.length > MAX_SHIFTS_AT_ONCE) return;
    const saved = read.map(({ cell }) => cell);
    if (!(await saving.store(shifts, () => typed.putBack(saved)))) return;
    setStrict(false);
    sheet.setNotes([]);
    sheet.setTimes({});
    typed.dropStored(saved);
    focus.focusCell({ row: 0, day: days[0] ?? monday });
  }

  /** Takes cells that are not known to have headings, from one cell of the week on. */
  function takeBlock(block: readonly string[][], at: { row: number; day: string }) {
    const found = readBlock(block, { drivers, days, ...at });
    sheet.setNotes('refusal' in found ? [found.refusal] : []);
    if ('cells' in found) typed.put(found.cells.map((cell) => ({ ...cell, text: settle(cell) })));
    else if ('rows' in found) sheet.take(found.rows.map((row, index) => ({ number: index, cells: row })));
  }

  function onPaste(event: ClipboardEvent) {
    const place = placeOf(event.target);
    const text = event.clipboardData.getData('text/plain').replace(/[\r\n]+$/, '');
    if (!place || !/[\t\r\n]/.test(text)) return;
    event.preventDefault();
    const block = parseCells(text);
    if (!sheet.take(block.map((row, index) => ({ number: index + 1, cells: row })))) takeBlock(block, place);
  }

  function takeFile({ rows: found, notes, countsFrom1904 }: ShiftSheet) {
    if (sheet.take(found, { notes, countsFrom1904 })) return;
    const [day = monday] = days;
    const block = readBlock(
      found.map((row) => [...row.cells]),
      { drivers, days, row: 0, day },
    );
    if ('rows' in block)
      sheet.take(
        block.rows.map((row, index) => ({ number: index, cells: row })),
        { notes },
      );
    else sheet.setNotes([...notes, 'The file has no headings and no names of drivers. Nothing was taken']);
  }

  function take(taken: readonly ProposedShift[]) {
    const put = taken.flatMap((one) => cellOfShift(one, one.vehicleRegistration ?? '', known));
    typed.put(mergeCells(put));
  }

  const lastWeek = copyOfLastWeek(
    week.stored,
    monday,
    (cell) =>
      drivers.some(({ id }) => id === cell.driverId) &&
      !texts.has(cellKey(cell)) &&
      !week.cells.has(cellKey(cell)),
    known,
  );

  const [firstCopied] = lastWeek;
  // the button goes: Ctrl+Z takes the copies back from their first cell
  function copyLastWeek() {
    typed.put(lastWeek);
    if (firstCopied) goTo(firstCopied);
  }

  return (
    <>
      <PageHeader
        title="Enter a week"
        description={[
          'A cell takes 6:10-14:30, two shifts as 6-10, 14-18, or OFF. Another vehicle and a note may follow.',
          brisbaneNote(),
        ]
          .filter(Boolean)
          .join(' ')}
        offline="You're offline. The hours are kept: save them once you're back online."
        missing={<MissingDrivers drivers={driversQuery} count={drivers.length} />}
      />
      {question}
      <DraftNotice draft={typed.draft} className="mb-4" />
      {sheet.question && (
        <SheetQuestion
          title={sheet.question.text}
          text={`${sheet.question.reason} The answer counts for the whole sheet.`}
          choices={sheet.question.choices}
          onChoose={sheet.answer}
          onLeave={sheet.leave}
        />
      )}
      {sheet.driver && <DriverQuestion key={sheet.driver.name} {...sheet.driver} />}
      {sheet.notes.length > 0 && <Alert className="mb-4">{sheet.notes.join('. ')}.</Alert>}
      {timesToAsk(read.map((one) => one.read)).map((asked) => (
        <TimesQuestion
          key={asked.kind}
          question={asked}
          answer={times[asked.kind]}
          onAnswer={(value) => sheet.setTimes({ ...times, [asked.kind]: value })}
        />
      ))}
      {isStrict && wrong.length > 0 && <CellFaults wrong={wrong} onGo={({ cell }) => goTo(cell)} />}
      {shifts.length > MAX_SHIFTS_AT_ONCE && (
        <Alert variant="due" title="Too many shifts" className="mb-4">
          At most {MAX_SHIFTS_AT_ONCE} are saved at once, and these are {shifts.length}. Take a shorter
          period.
        </Alert>
      )}
      <OtherWeeks cells={cells} monday={monday} onMonday={showWeek} />
      <WeekTools
        monday={monday}
        onMonday={showWeek}
        typed={typed}
        onCopy={firstCopied && copyLastWeek}
        file={<ShiftFile onSheet={takeFile} />}
      />
      {proposed.length > 0 && (
        <div className="mb-3 flex items-center gap-x-4 rounded-md border border-dashed border-brand px-3 py-2">
          <p className="mr-auto text-sm">
            {countOf(proposed.length, 'shift')} proposed from trips: the dashed cells
          </p>
          <Button
            className="shrink-0"
            pending={confirming.isPending}
            pendingLabel="Confirming..."
            onClick={() => void confirming.store(proposed.slice(0, MAX_SHIFTS_AT_ONCE).map(fieldsOf))}
          >
            Confirm {proposed.length}
          </Button>
        </div>
      )}
      <QueryState query={week.query} failed="The stored hours could not be loaded" skeleton={null} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in the cells is handled here, once for all of them */}
      <div
        ref={focus.frame}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={onBlur}
        onPaste={onPaste}
      >
        <WeekGrid
          rows={rows}
          days={days}
          today={today}
          contents={{ texts, stored: week.cells, proposed: week.proposedCells, remarks }}
          typing={typed.typing}
          shownDay={shownDay}
          onShowDay={setDayOnPhone}
          onType={type}
          onOpen={setOpened}
          onTake={take}
        />
      </div>
      <p className="mt-2 text-sm text-muted pointer-coarse:hidden">
        <kbd>=</kbd> copies the day before and goes on, <kbd>"</kbd> the driver above. Enter goes to the next
        driver.
      </p>
      <div className="bottom-0 z-20 -mx-4 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-4 py-3 max-sm:*:flex-1 roomy-phone:sticky sm:sticky sm:mx-0 sm:px-0">
        <p role="status" className="mr-auto text-sm text-muted max-sm:sr-only">
          {[
            shifts.length > 0 && countOf(shifts.length, 'shift'),
            daysOff > 0 && `${countOf(daysOff, 'day')} off`,
            isStrict && wrong.length > 0 && `${countOf(wrong.length, 'cell')} to fix`,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
        <Button onClick={leave} disabled={saving.isPending}>
          {cells.length > 0 ? 'Cancel' : 'Done'}
        </Button>
        <Button
          variant="primary"
          pending={saving.isPending}
          pendingLabel="Saving..."
          disabled={shifts.length + wrong.length === 0 || shifts.length > MAX_SHIFTS_AT_ONCE}
          onClick={() => void submit()}
        >
          Save {shifts.length === 0 ? 'hours' : countOf(shifts.length, 'shift')}
        </Button>
      </div>
      {opened && <StoredShiftDialog shown={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
