import { countOf } from '@shared/figures';
import type { ImportAnswers, ImportQuestion } from '@shared/imports/imports';
import { type Doubts, type Learned, learnedAnswer, NOTHING_LEARNED } from '@shared/imports/learned';
import { formatDay } from '@shared/periods';
import { dayInAnyOrder } from '@shared/reading/days';
import { columnsByHeading } from '@shared/trips/headings';
import { brief } from '@shared/trips/reading/remarks';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';
import type { TripTable } from '../tables/read-table';

type RowsAsked = Pick<TripTable, 'rows' | 'notes'> & {
  questions: ImportQuestion[];
  answers: ImportAnswers;
  doubts: Doubts;
};

/** Cells of a row, and rows, that are shown as an example. */
const EXAMPLE_CELLS = 4;
const EXAMPLES = 3;

const filled = ({ cells }: SpreadsheetRow) => cells.map((cell) => cell.trim()).filter(Boolean);
/** A workbook's date and time as people write them. */
const shown = (cell: string) =>
  cell.replace(
    /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d):\d\d\.\d{3}$/,
    (_, day: string | undefined, time: string) => (day ? `${formatDay(day)} ${time}` : time),
  );
const exampleOf = (row: SpreadsheetRow) =>
  `Row ${row.number}: ${filled(row).slice(0, EXAMPLE_CELLS).map(shown).map(brief).join(', ')}`;

const hasDate = ({ cells }: SpreadsheetRow, { columns }: TripTable) =>
  /\d/.test(cells[columns.date ?? -1] ?? '');

/** Whether a row above the headings has a date in their column, and most of the other fields. */
function looksLikeTrip({ cells }: SpreadsheetRow, { columns }: TripTable): boolean {
  const date = cells[columns.date ?? -1]?.trim() ?? '';
  const fields = Object.values(columns);
  const used = fields.filter((column) => cells[column]?.trim());
  return used.length * 2 >= fields.length && dayInAnyOrder(date) !== undefined;
}

const choices = (they: 'it' | 'them', isRow: boolean) => [
  { value: 'read', label: `Read ${they}${isRow ? ' like the others' : ''}` },
  { value: 'leave-out', label: `Leave ${they} out` },
];

/**
 * Asks whether to read hidden rows, hidden columns of a field, trips above the headings, and rows below a line such as "Cancelled trips" (docs/product/import-export.md#import). Until
 * that is answered they count, so that whatever else they leave open is asked as well.
 * @param hidden the hidden columns, from 0 @param learned the answers of earlier files
 */
export function askAboutRows(
  table: TripTable,
  hidden: readonly number[],
  given: ImportAnswers,
  learned: Learned = NOTHING_LEARNED,
): RowsAsked {
  const asked: RowsAsked = { rows: table.rows, notes: [], questions: [], answers: {}, doubts: {} };
  const ask = (
    name: 'hiddenRows' | 'hiddenColumns' | 'rowsAbove' | 'rowsNotTrips',
    count: number,
    text: string,
    reason: string,
    doubts: string[] = [],
  ) => {
    const they = count === 1 ? 'it' : 'them';
    asked.questions.push({
      name,
      text: `${text} Read ${they}?`,
      reason,
      choices: choices(they, name !== 'hiddenColumns'),
    });
    const answer = given[name] ?? learnedAnswer(learned, name, doubts);
    asked.doubts[name] = doubts;
    if (answer) asked.answers[name] = answer;
    return answer !== 'leave-out';
  };

  const hiddenRows = table.rows.filter(({ isHidden }) => isHidden);
  if (hiddenRows[0]) {
    const text = `The sheet has ${countOf(hiddenRows.length, 'hidden row')}.`;
    // a filter that was left on hides most of them
    const doubts = hiddenRows.length * 2 > table.rows.length ? ['most'] : [];
    const isRead = ask('hiddenRows', hiddenRows.length, text, `${exampleOf(hiddenRows[0])}.`, doubts);
    if (!isRead) asked.rows = asked.rows.filter(({ isHidden }) => !isHidden);
  }

  const isUnder = ({ number }: SpreadsheetRow) => table.underTitles.has(number);
  const under = asked.rows.filter((row) => isUnder(row) && hasDate(row, table));
  if (under[0]) {
    const text = `${countOf(under.length, 'row')} ${under.length === 1 ? 'stands' : 'stand'} below ${table.underTitles.get(under[0].number)}.`;
    const titles = under.map(({ number }) =>
      table.underTitles
        .get(number)
        ?.toLowerCase()
        .replace(/[^\p{L}]+/gu, ' ')
        .trim(),
    );
    const doubts = [...new Set(titles)].flatMap((title) => title ?? []);
    const isRead = ask('rowsNotTrips', under.length, text, `${exampleOf(under[0])}.`, doubts);
    if (!isRead) asked.rows = asked.rows.filter((row) => !isUnder(row));
  }

  const above = table.above.filter((row) => looksLikeTrip(row, table));
  if (above[0]) {
    const text = `${countOf(above.length, 'row')} above the headings ${above.length === 1 ? 'looks like a trip' : 'look like trips'}.`;
    const isRead = ask('rowsAbove', above.length, text, `${exampleOf(above[0])}.`);
    if (isRead) asked.rows = [...above, ...asked.rows];
  }
  const others = table.above.filter((row) => !above.includes(row));
  if (others.length > 0) {
    const examples = others.slice(0, EXAMPLES).map((row) => `"${brief(filled(row)[0] ?? '')}"`);
    asked.notes.push(
      `${countOf(others.length, 'row')} above the headings ${others.length === 1 ? 'is' : 'are'} not read: ${examples.join(', ')}${others.length > EXAMPLES ? ' …' : ''}`,
    );
  }
  askAboutColumns(table, hidden, hiddenAnswer(hidden, given, learned), ask, asked.notes);
  return asked;
}

type Ask = (name: 'hiddenColumns', count: number, text: string, reason: string, doubts: string[]) => boolean;

const hiddenDoubts = (hidden: readonly number[]) => hidden.map(String);

/** What becomes of hidden columns: other ones than in earlier files are asked about. */
export const hiddenAnswer = (hidden: readonly number[], given: ImportAnswers, learned: Learned) =>
  given.hiddenColumns ?? learnedAnswer(learned, 'hiddenColumns', hiddenDoubts(hidden));

function askAboutColumns(
  { headings, columns, rows }: TripTable,
  hidden: readonly number[],
  answer: ImportAnswers['hiddenColumns'],
  ask: Ask,
  notes: string[],
): void {
  const shown = answer ? columnsByHeading(headings) : columns;
  const fields = (Object.keys(shown) as TripFieldName[]).filter((field) =>
    hidden.includes(shown[field] ?? -1),
  );
  const named = (column: number) => `"${brief(headings[column]?.trim() ?? '') || `Column ${column + 1}`}"`;
  if (fields.length > 0) {
    const names = fields.map((field) => named(shown[field] ?? -1)).join(', ');
    const text = `The sheet has ${countOf(fields.length, 'hidden column')}: ${names}.`;
    ask(
      'hiddenColumns',
      fields.length,
      text,
      `It would be read as ${fields.map((field) => tripField(field).label).join(', ')}.`,
      hiddenDoubts(hidden),
    );
  }
  const others = hidden.filter(
    (column) => !Object.values(shown).includes(column) && rows.some(({ cells }) => cells[column]?.trim()),
  );
  if (others.length > 0)
    notes.push(
      `${countOf(others.length, 'hidden column')} ${others.length === 1 ? 'is' : 'are'} not read: ${others.slice(0, EXAMPLES).map(named).join(', ')}`,
    );
}
