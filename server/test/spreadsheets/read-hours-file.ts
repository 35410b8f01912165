import type { Driver } from '@shared/drivers';
import type { ImportAnswers } from '@shared/imports/imports';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import { readShiftTable } from '@shared/shifts/reading/table';
import { TIMES_KINDS, type TimesAnswer, timesToAsk } from '@shared/shifts/reading/times';
import { readWeekCell, settleWeekCell } from '@shared/shifts/reading/week-cell';
import { sheetCells } from '@shared/shifts/reading/week-sheet';
import { weekOfSheet } from '@shared/shifts/reading/weeks';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';

type Known = { drivers: readonly Driver[]; vehicles?: readonly Vehicle[]; now: Date };
/** `times` counts for all kinds of times. */
type Given = ImportAnswers & { week?: string; times?: TimesAnswer };

/** Reads a file as the screen "Enter a week" does: the file's rows, its table, the questions and the grid. */
export async function readHoursFile(
  file: Buffer,
  { drivers, vehicles = [], now }: Known,
  { times: answer, ...answers }: Given = {},
) {
  const sheet = await readSpreadsheet(file, 600);
  const table = readShiftTable(sheet.rows);
  if (!table) throw new Error('There is no table');
  if (table.refusal) throw new Error(table.refusal);
  const dates = askAboutDates(table.dates, sheet.countsFrom1904, answers, now);
  const times = answer && Object.fromEntries(TIMES_KINDS.map((kind) => [kind, answer]));
  const known = { drivers, vehicles, now, times };
  const week = table.week && weekOfSheet(table.week, dates.reading, now, '2026-11-23', answers.week);
  const ofWeek = week && 'question' in week ? [week.question] : [];
  const reading = { ...dates.reading, ...(week && 'weekStart' in week && week) };
  const placed = sheetCells(table, reading, known);
  const cells = placed.cells.map((cell) => ({ ...cell, text: settleWeekCell(cell.text, cell.day, known) }));
  const read = cells.flatMap(({ driverId, day, text }) => {
    const driver = drivers.find(({ id }) => id === driverId);
    return driver ? readWeekCell(text, driver, day, known) : [];
  });
  const ofDates = dates.questions.filter(({ name }) => dates.answers[name] === undefined);
  const ofTimes = answer ? [] : timesToAsk(read);
  return {
    open: [...[...ofDates, ...ofWeek].map(({ text }) => text), ...ofTimes.map(({ question }) => question)],
    notes: [...(week && 'note' in week ? [week.note] : []), ...table.notes, ...placed.notes],
    cells,
    faults: placed.faults,
    read,
  };
}
