import { countOf, formatCount } from '@shared/figures';
import { brisbaneDay, formatDay, formatLongDay } from '@shared/periods';
import type { Holder } from '@shared/tables/holders';
import type { Removal } from '../holders/removed-records.repository';
import type { readFirstRecords } from './answer.repository';
import { ANSWER_TABLES, type AnswerFile } from './answer-columns';
import type { listAllDrivers, listAllVehicles, StoredRequest } from './tmr-requests.repository';

type Chosen<List extends typeof listAllDrivers | typeof listAllVehicles> = Awaited<ReturnType<List>> | null;

/** The lines that each file turned out to have, and how many of them are of deleted trips or shifts. */
export type Counts = Partial<Record<AnswerFile, { lines: number; deleted: number }>>;

type CoverSheetFacts = {
  request: Pick<StoredRequest, 'reference' | 'asked' | 'receivedOn' | 'dueOn' | 'firstDay' | 'lastDay'>;
  holder: Pick<
    Holder,
    'companyName' | 'tradingName' | 'holderName' | 'beaNumber' | 'contactEmail' | 'contactPhone'
  >;
  counts: Counts;
  drivers: Chosen<typeof listAllDrivers>;
  vehicles: Chosen<typeof listAllVehicles>;
  /** How many documents of lodged reports there are. */
  documents: number;
  first: Awaited<ReturnType<typeof readFirstRecords>>;
  removed: Removal | null;
  madeAt: Date;
};

export type CoverSheet = ReturnType<typeof buildCoverSheet>;

const NOTICE =
  'Prepared from the records that the booking entity keeps in Trip Log. This is not an official form of the Department of Transport and ' +
  'Main Roads (TMR).';

/** "2 drivers", or all of them. */
const someOf = (chosen: readonly unknown[] | null, noun: string, all: string) =>
  chosen ? countOf(chosen.length, noun) : all;

/** Everything that the cover sheet of an answer says. */
export function buildCoverSheet({
  request,
  holder,
  counts,
  drivers,
  vehicles,
  documents,
  first,
  removed,
  madeAt,
}: CoverSheetFacts) {
  const countIn = (file: AnswerFile) => counts[file] ?? { lines: 0, deleted: 0 };
  const keptIn = (file: AnswerFile) => countIn(file).lines - countIn(file).deleted;
  const [trips, shifts] = [keptIn('trips.csv'), keptIn('shifts.csv')];
  const days = `${formatLongDay(request.firstDay)} to ${formatLongDay(request.lastDay)}`;
  const hasDeleted = Object.values(counts).some(({ deleted }) => deleted > 0);
  const files = Object.entries(ANSWER_TABLES).map(([name, { about }]) => {
    const { lines, deleted } = countIn(name as AnswerFile);
    const note = deleted > 0 ? `; ${formatCount(deleted)} of them deleted` : '';
    return { file: name, lines: formatCount(lines), about: about + note };
  });
  return {
    title: 'Answer to TMR',
    period: `${formatDay(request.firstDay)} to ${formatDay(request.lastDay)}`,
    madeAt,
    entityName: holder.companyName,
    tradingAs: holder.tradingName ? `Trading as ${holder.tradingName}` : null,
    details: [
      { label: 'BEA Number', value: holder.beaNumber },
      { label: "TMR's reference", value: request.reference ?? 'none given' },
      { label: 'Days asked about', value: days },
      { label: 'Received', value: formatLongDay(request.receivedOn) },
      { label: 'Due to TMR', value: formatLongDay(request.dueOn) },
      {
        label: 'Asked about',
        value: `${someOf(drivers, 'driver', 'All drivers')}, ${someOf(vehicles, 'vehicle', 'all vehicles')}`,
      },
      { label: 'Account holder', value: holder.holderName },
      { label: 'Contact email', value: holder.contactEmail },
      { label: 'Contact phone', value: holder.contactPhone },
    ],
    figures: [
      { label: 'Trips', value: formatCount(trips) },
      { label: 'Shifts', value: formatCount(shifts) },
      { label: 'Documents lodged', value: formatCount(documents) },
    ],
    nilStatement: trips + shifts === 0 ? 'No trip and no shift is recorded for what was asked.' : null,
    notice: [
      NOTICE,
      sinceText('trip', first.trip),
      sinceText('shift', first.shift),
      removed ? removalText(removed) : 'Whether there were any before is not known.',
    ].join(' '),
    asked: (request.asked ?? '').split(/\s*[\r\n]+\s*/).filter(Boolean),
    drivers: drivers?.map(({ name, driverAuthorityLicense }) => [name, driverAuthorityLicense]) ?? null,
    vehicles: vehicles?.map(({ registration, description }) => [registration, description ?? '']) ?? null,
    files: [
      ...files,
      { file: 'lodged/', lines: '', about: `${countOf(documents, 'document')}, unchanged since lodged` },
      { file: 'dictionary.csv', lines: '', about: 'What each column means' },
      { file: 'SHA256SUMS', lines: '', about: 'Checksums (SHA-256), to see that no file was changed' },
    ],
    limits: limitsOf({ request, drivers, vehicles, madeAt, hasDeleted }),
  };
}

const sinceText = (what: string, first: Date | null): string =>
  first
    ? `The first ${what} in Trip Log is of ${formatLongDay(brisbaneDay(first))}.`
    : `No ${what} is in Trip Log.`;

type LimitFacts = Pick<CoverSheetFacts, 'request' | 'drivers' | 'vehicles' | 'madeAt'> & {
  hasDeleted: boolean;
};

function limitsOf({ request, drivers, vehicles, madeAt, hasDeleted }: LimitFacts): string[] {
  return [
    'All times are Brisbane time. A trip is listed if it began on the days asked about, a shift if any part of it is in them.',
    ...(hasDeleted
      ? [
          'A row with a time under "deletedAt" was deleted, by the person under "deletedBy". It is in no report.',
        ]
      : []),
    ...(drivers && vehicles ? ['Trips and shifts are those of a chosen driver in a chosen vehicle.'] : []),
    ...(drivers || vehicles ? ['Lodged documents are whole: they name other drivers and vehicles too.'] : []),
    ...(Date.parse(`${request.lastDay}T23:59:59+10:00`) > madeAt.getTime()
      ? ['Some of the days asked about are still to come.']
      : []),
    'An apostrophe at the start of a cell keeps a spreadsheet from reading a formula.',
  ];
}

const removalText = ({ before, trips, shifts, at }: Removal): string =>
  `${countOf(trips, 'trip')} and ${countOf(shifts, 'shift')} before ${formatLongDay(before)} were removed for good, last on ` +
  `${formatLongDay(brisbaneDay(at))}. Records have to be kept for two years.`;
