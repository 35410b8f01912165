import { countOf, tripsAndShifts } from '@shared/figures';
import { TOKEN_ENDS_SOON_DAYS } from '@shared/limits';
import { addDays } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import { type DatedEntry, entryTitle } from '@shared/to-do/dated-entries';
import { askedText, periodName, reportsPath, type ToDo } from '@shared/to-do/to-do';
import type { TokenFacts } from './to-do.repository';

export type ToDoFacts = {
  today: string;
  /** What is due or expires. */
  entries: readonly DatedEntry[];
  /** The reports that only the holder knows to be lodged or not. */
  asked: readonly Period[];
  /** The lodged reports whose figures are others now, with how many trips were added, changed or deleted since. */
  changed: readonly { period: Period; trips: number }[];
  /** What the drivers' phones that ended had not sent. */
  waited: { trips: number; shifts: number };
  /** The files that programs sent and that wait for answers. */
  waitingFiles: number;
  shiftsLeftOpen: number;
  tokens: readonly TokenFacts[];
  assumedFacts: number;
  placesToConfirm: number;
};

/** Most urgent first: what waited on a phone or in a file, what is late, what is left open or has changed, what is due, tokens of someone who was removed, what is to be confirmed (docs/product/to-do.md#to-do). */
export function toDoList({ today, entries, ...facts }: ToDoFacts): ToDo[] {
  const soon = addDays(today, TOKEN_ENDS_SOON_DAYS);
  const isReplaced = ({ name }: TokenFacts) =>
    facts.tokens.some((other) => other.name === name && other.expiresOn > soon);
  const ending = facts.tokens.filter((token) => token.expiresOn <= soon && !isReplaced(token));
  const dated = [
    ...entries.map(entryToDo),
    ...facts.asked.map(askedToDo),
    ...ending.map(endingToDo),
  ].toSorted((one, other) => one.due.localeCompare(other.due));
  const { trips, shifts } = facts.waited;
  return [
    ...counted(
      'waited-on-phones',
      trips + shifts,
      '/?tab=drivers',
      () => `${tripsAndShifts(trips, shifts)} waited on a driver's phone`,
    ),
    ...counted(
      'waiting-files',
      facts.waitingFiles,
      '/import-trips',
      (count) => `${countOf(count, 'file waits', 'files wait')} for answers`,
    ),
    ...dated.filter(({ due }) => due < today),
    ...counted(
      'shifts-left-open',
      facts.shiftsLeftOpen,
      '/hours?open=left',
      (count) => `${countOf(count, 'shift')} left open`,
    ),
    ...facts.changed.map(changedToDo),
    ...dated.filter(({ due }) => due >= today),
    ...facts.tokens.filter((token) => !ending.includes(token)).flatMap(orphanedToDo),
    ...counted(
      'assumed',
      facts.assumedFacts,
      '/assumed-facts',
      (count) => `${countOf(count, 'assumed fact')} to confirm`,
    ),
    ...counted(
      'areas',
      facts.placesToConfirm,
      '/areas',
      (count) => `${countOf(count, 'taxi area')} to confirm`,
    ),
  ];
}

const entryToDo = (entry: DatedEntry) => ({
  kind: entry.kind,
  title: entryTitle(entry),
  due: entry.day,
  href: addressOf(entry),
});

const askedToDo = (period: Period) => ({
  kind: 'report-asked' as const,
  title: askedText(period),
  due: period.dueDay,
  href: reportsPath(period.key),
});

const replacementPath = ({ id }: TokenFacts) => `/?tab=profile&part=connections&token=${id}`;

const endingToDo = (token: TokenFacts) => ({
  kind: 'token-expires' as const,
  title: `Token ${token.name}`,
  due: token.expiresOn,
  href: replacementPath(token),
});

/** Who was removed may still have it. */
const orphanedToDo = (token: TokenFacts): ToDo[] =>
  token.removedMaker === null
    ? []
    : [
        {
          kind: 'token-maker-removed',
          title: `Token ${token.name} was made by ${token.removedMaker}, who was removed`,
          href: replacementPath(token),
        },
      ];

const changedToDo = ({ period, trips }: ToDoFacts['changed'][number]): ToDo => ({
  kind: 'report-changed',
  title: `${periodName(period)} has changed since you lodged it${trips > 0 ? `: ${countOf(trips, 'trip')}` : ''}`,
  ...(trips > 0 && { count: trips }),
  href: reportsPath(period.key),
});

const counted = (
  kind: ToDo['kind'],
  count: number,
  href: string,
  titleOf: (count: number) => string,
): ToDo[] => (count > 0 ? [{ kind, title: titleOf(count), count, href }] : []);

function addressOf({ kind, id }: DatedEntry): string {
  switch (kind) {
    case 'report':
      return reportsPath(id);
    case 'request':
      return '/reports/records';
    case 'entity-authorisation':
      return '/?tab=profile&renew';
    case 'driver-authorisation':
      return `/?tab=drivers&driver=${id}`;
    case 'vehicle-licence':
      return `/vehicles/${id}?renew`;
  }
}
