import { countOf } from '@shared/figures';
import { SHIFT_FIELD_LABELS } from '@shared/shifts/reading/headings';
import { readShiftRow } from '@shared/shifts/reading/shift-row';
import type { TimesAnswers } from '@shared/shifts/reading/times';
import type { ShiftSheet } from '@shared/shifts/shifts';
import { useMemo } from 'react';
import { GridForm } from '@/components/grid/grid-form';
import { isBlank } from '@/components/grid/grid-rows';
import { useGridForm } from '@/components/grid/use-grid-form';
import { useGridRows } from '@/components/grid/use-grid-rows';
import { MissingDrivers } from '@/components/missing-drivers';
import { Alert } from '@/components/ui/alert';
import { PageHeader } from '@/components/ui/page-header';
import { useKnown } from '@/features/places/use-known';
import { brisbaneNote } from '@/lib/clock';
import { useStoreShiftsOnce } from '../use-store-shifts-once';
import { SheetQuestion } from './sheet-question';
import { ShiftFile } from './shift-file';
import { answerTimes, SHIFT_COLUMNS, shiftRows, shiftRules, timesToAsk } from './shift-rows';
import { TimesQuestion } from './times-question';
import { useRowRemarks } from './use-row-remarks';
import { useSheet } from './use-sheet';

type WeekScreenProps = { onLeave: () => void };

/** A week of hours typed, pasted or read from a file, stored all or nothing (docs/product/hours.md#enter-a-week). */
export function WeekScreen({ onLeave }: WeekScreenProps) {
  const { known: data, drivers } = useKnown({});
  const sheet = useSheet(data.drivers);
  const { take, times, setTimes } = sheet;
  const known = useMemo(() => ({ ...data, times }), [data, times]);
  const rules = useMemo(
    () =>
      shiftRules(known, (cells, index, put) => {
        const numbered = cells.map((row, at) => ({ number: at + 1, cells: row }));
        return take(numbered, put, { index });
      }),
    [known, take],
  );
  const typed = useGridRows({ thing: 'hours-week', count: 8, of: shiftRows });
  const { rows } = typed;
  const remarks = useRowRemarks(rows, known);
  const { store, isPending } = useStoreShiftsOnce({
    done: 'saved',
    failed: 'Failed to save the shifts',
    undone: (count) => `${countOf(count, 'shift')} removed`,
    undoFailed: 'Failed to undo',
  });
  const form = useGridForm({
    rules,
    typed,
    columns: SHIFT_COLUMNS,
    below: (row) => remarks.get(row) ?? [],
    onSubmit: () => void submit(),
  });
  const { filled } = form;
  const questions = timesToAsk(filled, known.now);

  function answer(given: TimesAnswers) {
    const all = { ...times, ...given };
    setTimes(all);
    typed.change((before) => answerTimes(before, { ...known, times: all }));
  }

  async function submit() {
    const shifts = filled.flatMap((row) => readShiftRow(row, known).shifts);
    if (!(await store(shifts, () => typed.putBack(filled)))) return;
    form.finish();
    sheet.setNotes([]);
    setTimes({});
    typed.startOver();
  }

  function takeFile({ rows: read, notes, countsFrom1904 }: ShiftSheet) {
    form.forgetRefusal();
    const index = rows.findLastIndex((row) => !isBlank(row)) + 1;
    if (sheet.take(read, form.putRows, { index, notes, countsFrom1904 })) return;
    sheet.setNotes(notes);
    const cells = read.map((row) => row.cells);
    form.pasteCells(cells, index, 'driver');
  }

  return (
    <>
      <PageHeader
        title="Enter a week"
        description={[
          'One row for each shift, typed, pasted or from a file. All rows are saved, or none.',
          brisbaneNote(),
        ]
          .filter(Boolean)
          .join(' ')}
        offline="Offline: the rows are kept, and can be saved once there is a network."
        missing={<MissingDrivers drivers={drivers} count={known.drivers.length} />}
      />
      {sheet.question && (
        <SheetQuestion
          title={sheet.question.text}
          text={`${sheet.question.reason} The answer counts for the whole sheet.`}
          choices={sheet.question.choices}
          onChoose={(value) => sheet.answer(value, form.putRows)}
          onLeave={sheet.leave}
        />
      )}
      {sheet.notes.length > 0 && <Alert className="mb-4">{sheet.notes.join('. ')}.</Alert>}
      {questions.map((question) => (
        <TimesQuestion
          key={question.kind}
          question={question}
          answer={times[question.kind]}
          onAnswer={(value) => answer({ [question.kind]: value })}
        />
      ))}
      <GridForm
        form={form}
        label="Shifts to save"
        one="row"
        labelOf={(field) => SHIFT_FIELD_LABELS[field]}
        tools={<ShiftFile onSheet={takeFile} />}
        submitLabel={`Save ${filled.length === 0 ? 'hours' : countOf(filled.length, 'row')}`}
        pendingLabel="Saving..."
        isPending={isPending}
        onLeave={onLeave}
      />
    </>
  );
}
