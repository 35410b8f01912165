import type { ImportRemark } from '@shared/imports/imports';
import { NO_SUBURB_TEXTS, type NoSuburb } from '@shared/places/no-suburb';
import { brief, fieldExample, noDriverCalled } from '@shared/trips/reading/remarks';
import type { PlainFieldName } from '@shared/trips/trip-fields';
import type { CellRemark } from '@/components/grid/grid-cell';
import type { Cells, TypedField } from './typed-row';

type Typed = { typed: string };

const PROBLEMS = {
  'driver-missing': () => 'Driver is required',
  'driver-unknown': ({ typed, isActive }: Typed & { isActive: boolean }) =>
    noDriverCalled(typed, isActive ? 'active driver' : 'driver'),
  'driver-several': ({ count }: { count: number }) =>
    `${count} drivers fit. Type more of the name, or the licence`,
  'date-missing': () => 'Date is required',
  'date-unreadable': ({ why }: { why: string | undefined }) =>
    why ?? 'Write it as 31/12/2026, 31/12 or today',
  'time-missing': () => 'Time is required',
  'time-unreadable': () => 'Write it as 14:05 or 1405',
  'figure-unreadable': ({ figure }: { figure: PlainFieldName }) => `Write ${fieldExample(figure)}`,
  'kind-unreadable': () => 'Write booked, rank or hail, or for another entity',
  'no-suburb': ({ why }: { why: NoSuburb }) => NO_SUBURB_TEXTS[why],
  'suburb-several': ({ question }: { question: string | undefined }) =>
    question ?? 'Which place is this? Choose one',
  'suburb-not-found': ({ typed }: Typed) =>
    `No suburb called "${brief(typed)}". Check the spelling or type the postcode`,
  'table-missing': () => 'The list of suburbs is not here. Please type the postcode',
  /** The message is the schema's, which the form has too. */
  'against-rule': ({ message }: { message: string }) => message,
};
const CHECKS = {
  'in-future': () => 'This is in the future',
  'suburb-unknown': ({ typed, isAlike }: Typed & { isAlike: boolean }) =>
    `No suburb called "${brief(typed)}". ${isAlike ? 'Did you mean one of these?' : 'It is stored as it is written'}`,
  // a former registration is known to the server alone, which finds its vehicle or refuses it
  'vehicle-unknown': ({ typed }: Typed) => `No vehicle has the registration ${brief(typed)} now`,
  'postcode-elsewhere': ({ typed }: Typed) => `This is not a postcode of ${brief(typed)}`,
};
const NOTES = { 'places-alike': () => 'Other places have this name, too' };

const WORDS = { ...PROBLEMS, ...CHECKS, ...NOTES };
type Words = typeof WORDS;

export type CellFinding = {
  [Kind in keyof Words]: {
    field: TypedField;
    kind: Kind;
    isMissing?: boolean;
    choices?: readonly { label: string; cells: Partial<Cells> }[];
  } & (Parameters<Words[Kind]> extends [infer Found] ? Found : unknown);
}[keyof Words];

type RemarksByField = Partial<Record<TypedField, CellRemark>>;

export const levelOf = ({ kind }: CellFinding): ImportRemark['kind'] =>
  kind in PROBLEMS ? 'problem' : kind in CHECKS ? 'check' : 'note';

const cellRemark = (finding: CellFinding): CellRemark => ({
  kind: levelOf(finding),
  text: (WORDS[finding.kind] as (found: CellFinding) => string)(finding),
  isMissing: finding.isMissing === true,
  choices: finding.choices ?? [],
});

export function remarksOn(findings: readonly CellFinding[]): RemarksByField {
  const remarks: RemarksByField = {};
  for (const finding of findings) remarks[finding.field] ??= cellRemark(finding);
  return remarks;
}
