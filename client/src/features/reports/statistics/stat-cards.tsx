import { formatAverage, formatCount } from '@shared/figures';
import { daysOf, type Range } from '@shared/periods';
import { comparedRanges, type Figures, type Statistics } from '@shared/reports/statistics';
import { averageText, type TripTotals, waitsKnown } from '@shared/trips/waits';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { NetworkError } from '@/lib/api-client';
import { useNow } from '@/lib/clock';
import { useRecent, useStatistics } from '../api';
import { FigureLink, LONG_WAITS, SomeTrips, type SomeTripsProps, tripsAddress } from '../trips-link';

type CardOf = {
  label: string;
  all: Exclude<keyof Statistics, 'unknownWaits'>;
  recent: Exclude<keyof Figures, 'unknownWaits'>;
  format?: typeof formatCount;
  unit?: string;
  /** Trips that the figure has to be read with. */
  some?: Omit<SomeTripsProps, 'of'>[];
};

const CARDS: CardOf[] = [
  {
    label: 'Total Trips',
    all: 'totalTrips',
    recent: 'tripCount',
    some: [
      { filters: { kind: 'rank-or-hail' }, words: 'rank or hail' },
      { filters: { kind: 'other-entity' }, words: 'for another booking entity' },
    ],
  },
  {
    label: 'Average Wait Time',
    all: 'avgWaitTime',
    recent: 'avgWaitTime',
    format: formatAverage,
    unit: 'min',
    some: [LONG_WAITS],
  },
  { label: 'Unique Postcodes', all: 'uniquePostcodes', recent: 'postcodes' },
  { label: 'Active Drivers', all: 'activeDrivers', recent: 'drivers' },
];

const RANGES = [
  { key: 'quarter', label: 'This quarter' },
  { key: 'quarterBefore', label: 'Last quarter' },
  { key: 'yearBefore', label: 'A year ago' },
] as const;

const textOf = (figure: number | null, { format = formatCount }: CardOf) =>
  figure === null ? averageText(figure) : format(figure);

/** Undefined for the average of no trips. */
const figureOf = (figures: Figures, card: CardOf) =>
  card.recent === 'avgWaitTime' && figures.tripCount === 0 ? undefined : textOf(figures[card.recent], card);

const knownOf = ({ recent }: CardOf, counted: Omit<TripTotals, 'waitingTotal'> | undefined) =>
  recent === 'avgWaitTime' && counted ? waitsKnown(counted) : '';

export function StatCards() {
  const query = useStatistics();
  const recent = useRecent();
  const ranges = comparedRanges(useNow());
  const { data, error } = query;
  // offline, as the heading says, the cards keep their place
  const isCutOff = error instanceof NetworkError;
  const missing = isCutOff ? '–' : undefined;
  if (query.isError && !isCutOff)
    return (
      <Card>
        <QueryState query={query} failed="The figures could not be loaded" />
      </Card>
    );
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-6 lg:grid-cols-4 print:break-inside-avoid print:grid-cols-4 print:gap-6">
      {CARDS.map((card) => (
        <div
          key={card.label}
          className="flex break-inside-avoid flex-col justify-between rounded-md border border-line bg-surface p-3 print:border-0 sm:p-6 print:p-0"
        >
          <div>
            <p className="text-sm text-muted">{card.label}</p>
            <AllTrips
              value={data ? textOf(data[card.all], card) : missing}
              unit={data?.[card.all] === null ? undefined : card.unit}
            />
            <Known text={knownOf(card, data && { ...data, tripCount: data.totalTrips })} />
            {card.some?.map((trips) => (
              <SomeTrips key={trips.words} of={card.label} {...trips} />
            ))}
          </div>
          <dl className="mt-2 border-t border-line pt-2 text-sm">
            {RANGES.map(({ key, label: against }) => (
              <Against
                key={key}
                label={against}
                name={`${card.label}, ${against.toLowerCase()}`}
                value={recent.data && figureOf(recent.data[key], card)}
                known={knownOf(card, recent.data?.[key])}
                range={ranges[key]}
              />
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

function AllTrips({ value, unit }: { value: string | undefined; unit: string | undefined }) {
  if (value === undefined)
    return (
      <div className="animate-late py-1.5">
        <Skeleton className="h-6 w-16" />
      </div>
    );
  return (
    <p className="text-xl font-semibold max-[22rem]:text-lg">
      <span className="whitespace-nowrap">{value}</span>
      {unit && <span className="ml-1 text-sm font-normal text-muted">{unit}</span>}
    </p>
  );
}

/** Of how many trips the wait is known, where it is not of all. */
const Known = ({ text }: { text: string }) =>
  text !== '' && <p className="text-sm text-muted first-letter:uppercase">{text}</p>;

type AgainstProps = { label: string; name: string; value: string | undefined; known: string; range: Range };

const Against = ({ label, name, value, known, range }: AgainstProps) => (
  <div className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-2 pointer-fine:min-h-6">
    <dt className="text-muted">{label}</dt>
    {/* the whole line is the target */}
    <dd className="ml-auto text-right [&>a]:before:absolute [&>a]:before:inset-0">
      {value === undefined || value === '0' ? (
        (value ?? '–')
      ) : (
        <FigureLink href={tripsAddress(daysOf(range))} label={`${name}: ${value}`}>
          {value}
        </FigureLink>
      )}
      {known && <span className="block text-muted">{known}</span>}
    </dd>
  </div>
);
