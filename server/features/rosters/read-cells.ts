import { foldText } from '@shared/fold-text';
import {
  type Roster,
  type RosterColumns,
  type RosterFieldName,
  rosterFields,
} from '@shared/imports/roster-fields';
import { type DateReading, readDayAndTime, whyNoDay } from '@shared/reading/days';
import { LICENCE_KINDS, type LicenceKind } from '@shared/vehicles/dated-facts';
import { normaliseRegistration } from '@shared/vehicles/registration';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';

/** What a row says, by field: 'YYYY-MM-DD' for a day. An empty cell says nothing. */
export type RowValues = Partial<Record<RosterFieldName, string>> & {
  isActive?: boolean;
  isSubcontracted?: boolean;
  isSubstituteTaxi?: boolean;
};
export type ReadRow = { number: number; values: RowValues; problems: string[] };
type Value = string | boolean;

/** Longer than any cell of a roster but its notes, which the form's rules measure. */
const MAX_CELL = 5000;
const NOTHING = /^(?:[-\u2013\u2014]+|n\/?a|nil|none|null|unknown|\?+)$/i;
/** What people write for an end that is not known yet. */
const NO_END = /^(?:current|ongoing|present|never|no expiry|open)$/i;

const YES = ['yes', 'y', 'true', '1', 'x', '✓', 'on', 'active', 'current', 'subcontracted', 'enabled'];
const NO = ['no', 'n', 'false', '0', 'off', 'inactive', 'former', 'left', 'own', 'employee', 'disabled'];
const LICENCE_WORDS: Record<LicenceKind, RegExp> = {
  'booked-hire': /booked|\bbhsl?\b|\bhire\b/,
  limousine: /limo/,
  taxi: /\btaxi|\bcab\b/,
};

/** The kind of licence that a word or a heading names. */
const readLicenceKind = (text: string): LicenceKind | undefined =>
  LICENCE_KINDS.find((kind) => text.length <= MAX_CELL && LICENCE_WORDS[kind].test(foldText(text)));

/** Makes a function that reads the cells of a row by the kinds of their fields. */
export function rowReader(
  of: Roster,
  {
    columns,
    headings,
    reading,
  }: { columns: RosterColumns; headings: readonly string[]; reading: DateReading },
): (row: SpreadsheetRow) => ReadRow {
  const fields = rosterFields(of);
  const entries = Object.entries(columns) as [RosterFieldName, number][];
  const headingKind = readLicenceKind(headings[columns.licence ?? -1] ?? '');

  function read(field: RosterFieldName, text: string): Value | { problem: string } {
    const { kind, label } = fields[field] ?? { kind: 'text', label: field };
    if (kind === 'registration') return normaliseRegistration(text.slice(0, MAX_CELL));
    if (kind === 'day')
      return (
        readDayAndTime(text, reading)?.day ?? {
          problem: `${label} ${short(text)} is no date${reasonOf(text, reading)}`,
        }
      );
    if (kind === 'yes-no') {
      const word = foldText(text.slice(0, MAX_CELL));
      if (YES.includes(word)) return true;
      return NO.includes(word) ? false : { problem: `${label} is ${short(text)}. Write yes or no` };
    }
    if (kind === 'licence-kind')
      return (
        readLicenceKind(text) ?? {
          problem: `${label} is ${short(text)}. Write booked hire, limousine or taxi`,
        }
      );
    return text;
  }

  return ({ number, cells }) => {
    const values: Record<string, Value> = {};
    const problems: string[] = [];
    for (const [field, column] of entries) {
      const text = cells[column]?.trim() ?? '';
      const isDay = fields[field]?.kind === 'day';
      if (text === '' || NOTHING.test(text) || (isDay && NO_END.test(text))) continue;
      const value = read(field, text);
      if (typeof value === 'object') problems.push(value.problem);
      else values[field] = value;
    }
    if (headingKind && values.licence !== undefined) values.licenceKind ??= headingKind;
    return { number, values: values as RowValues, problems };
  };
}

const SHOWN = 40;
const short = (text: string) => `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`;

const reasonOf = (text: string, reading: DateReading): string => {
  const why = whyNoDay(text, reading);
  return why ? `: ${why}` : '';
};
