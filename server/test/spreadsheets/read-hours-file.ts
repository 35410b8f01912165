import type { Driver } from '@shared/drivers';
import type { ImportAnswers } from '@shared/imports';
import { askAboutDates } from '@shared/reading/ask-about-dates';
import { readShiftRow } from '@shared/shifts/reading/shift-row';
import { readShiftTable } from '@shared/shifts/reading/table';
import { TIMES_KINDS, type TimesAnswer } from '@shared/shifts/reading/times';
import { weekOfSheet } from '@shared/shifts/reading/weeks';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { reduceGrid } from '../../../client/src/components/grid/grid-state';
import { pastedTable } from '../../../client/src/features/shifts/week/pasted-table';
import {
  answerTimes,
  shiftRows,
  shiftRules,
  timesToAsk,
} from '../../../client/src/features/shifts/week/shift-rows';
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
  const empty = { ...shiftRows.startHistory([], 1), active: null, pasted: null };
  const week = table.week && weekOfSheet(table.week, dates.reading, now, answers.week);
  const ofWeek = week && 'question' in week ? [week.question] : [];
  const reading = { ...dates.reading, ...(week && 'weekStart' in week && week) };
  const pasted = pastedTable(table, reading, drivers);
  const { rows } = reduceGrid(shiftRules(known, undefined), empty, { type: 'paste', pasted, index: 0 });
  const filled = answerTimes(rows.slice(0, pasted.rows.length), known);
  const ofDates = dates.questions.filter(({ name }) => dates.answers[name] === undefined);
  const ofTimes = answer ? [] : timesToAsk(filled, now);
  return {
    open: [...[...ofDates, ...ofWeek].map(({ text }) => text), ...ofTimes.map(({ question }) => question)],
    notes: [...(week && 'note' in week ? [week.note] : []), ...table.notes],
    rows: filled,
    read: filled.map((row) => readShiftRow(row, known)),
  };
}
