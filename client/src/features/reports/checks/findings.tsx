import { countOf, formatCount, formatMinutes } from '@shared/figures';
import { DAY_MINUTES, formatDateTime } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type Checks, type Finding, isProblem, problemsOf } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import type { Trip } from '@shared/trips/trips';
import clsx from 'clsx';
import { Car, type LucideIcon, MapPin, Pencil, Trash2, User } from 'lucide-react';
import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useChecks } from '../api';
import { tripsAddress } from '../trips-link';

type Correction = { trip: Trip; how: 'edit' | 'delete' };
/** Edits a trip in a dialog, or deletes it: another feature's, so the app hands it in. */
export type CorrectTrip = ComponentType<Correction & { onClose: () => void }>;

type FindingsProps = {
  period: Period;
  /** Whether it is said that it can be lodged as it is. */
  canBeLodged: boolean;
  CorrectTrip: CorrectTrip;
};

const SHOWN_AT_FIRST = 3;
const AS_THEY_ARE = 'Remarks can be lodged as they are.';

/** How ready a period is, and what stands out in it, each with its trips to be fixed (docs/product/reports.md#readiness). */
export function Findings({ period, canBeLodged, CorrectTrip }: FindingsProps) {
  const query = useChecks(period);
  const { data } = query;
  const [showsAll, setShowsAll] = useState(false);
  const [fixing, setFixing] = useState<Correction | null>(null);
  const findings = data?.findings ?? [];
  const problems = problemsOf(findings).length;
  const hasToDo = problems > 0 || (data?.placesToConfirm ?? 0) > 0;
  // remarks can be lodged as they are: what cannot comes first, and then the next step
  const shown = hasToDo ? Math.min(problems, SHOWN_AT_FIRST) : SHOWN_AT_FIRST;
  const later = findings.slice(shown);
  const areRemarks = !later.some(isProblem);
  const laterNoun = areRemarks ? (hasToDo ? 'remark' : 'more remark') : 'more finding';
  const lines = findings.map((finding, index) => (
    <FindingLine
      key={`${finding.title} ${finding.detail}`}
      finding={finding}
      onlyPrinted={!showsAll && index >= shown}
      onCorrect={setFixing}
    />
  ));
  return (
    <div className="min-w-0">
      <QueryState
        query={query}
        failed="The period could not be checked"
        skeleton={<SkeletonGroup label="Checking" bars={['h-6']} />}
      />
      {data && (
        // on a phone the headings that follow say the same
        <div className={clsx(hasToDo && 'max-sm:hidden print:block')}>
          <ChecksOutcome checks={data} />
        </div>
      )}
      {canBeLodged && hasToDo && (
        <p className="text-sm text-muted">
          You can lodge before these are corrected. TMR then gets them as they are.
        </p>
      )}
      {data && (findings.length > 0 || hasToDo) && (
        <ul aria-label="Findings" className="mt-2 divide-y divide-line border-t border-line">
          {lines.slice(0, problems)}
          {data.placesToConfirm > 0 && <PlacesLine count={data.placesToConfirm} first={data.firstPlaces} />}
          {hasToDo && findings.length > problems && (
            <RemarksHead count={findings.length - problems} onlyPrinted={!showsAll} />
          )}
          {lines.slice(problems)}
        </ul>
      )}
      {!showsAll && later.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
          <Button className="max-sm:w-full" onClick={() => setShowsAll(true)}>
            Show {countOf(later.length, laterNoun)}
          </Button>
          {areRemarks && <p className="text-sm text-muted">{AS_THEY_ARE}</p>}
        </div>
      )}
      {data && data.left > 0 && (showsAll || later.length === 0) && (
        <p className="mt-2 text-sm text-muted">And {formatCount(data.left)} more of these kinds.</p>
      )}
      {fixing && <CorrectTrip {...fixing} onClose={() => setFixing(null)} />}
    </div>
  );
}

/** "No problems found · 1 remark · 2 trips in all", "1 trip to check · 3 places to confirm · 1 remark · 2 trips in all". */
export function ChecksOutcome({ checks }: { checks: Checks }) {
  const { findings, left, placesToConfirm, tripCount, toLookAt } = checks;
  const problems = problemsOf(findings).length;
  const remarks = findings.length - problems;
  const things = toLookAt > 0 ? countOf(toLookAt, 'trip') : countOf(problems + left, 'thing');
  const parts = [
    problems > 0 && <span className="font-semibold text-due">{things} to check</span>,
    placesToConfirm > 0 && <span className="font-semibold text-due">{placesText(placesToConfirm)}</span>,
    problems === 0 && placesToConfirm === 0 && (
      <span className="font-medium text-success">No problems found</span>
    ),
    remarks > 0 && countOf(remarks, 'remark'),
    tripCount > 0 && `${countOf(tripCount, 'trip')} in all`,
  ].filter(Boolean);
  return (
    // a dot precedes each part, and is cut off where it would begin a line
    <p className="-ml-4 text-muted [clip-path:inset(-0.25rem_-0.25rem_-0.25rem_0.75rem)]">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <Fragment key={index}>
          <wbr />
          <span className="whitespace-nowrap">
            <span className="inline-block w-4 text-center">{index > 0 && ' · '}</span>
            {part}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

const placesText = (count: number) => `${countOf(count, 'place')} to confirm`;

type PlacesLineProps = { count: number; first: Checks['firstPlaces'] };

const PlacesLine = ({ count, first }: PlacesLineProps) => (
  <li className="py-3">
    <LineHead
      title={placesText(count)}
      toDo
      detail="The taxi service area of each place is a guess until you confirm it."
      link={{ href: '/areas', label: 'Confirm areas' }}
    />
    <ul aria-label="Places to confirm" className="mt-2 divide-y divide-line border-t border-line text-sm">
      {first.map(({ suburb, postcode, area }) => (
        <li
          key={`${suburb} ${postcode}`}
          className="flex items-start justify-between gap-x-4 py-1 max-sm:flex-col print:flex-row"
        >
          <span className="flex min-w-0 max-w-full gap-x-3">
            <PlaceOrPerson icon={MapPin}>
              <Clipped tall lines={2} className="min-w-0">
                {capitaliseSuburb(suburb)}
              </Clipped>
            </PlaceOrPerson>
            <span className="shrink-0">{postcode}</span>
          </span>
          <span className="shrink-0 wrap-anywhere max-sm:pl-5 sm:max-w-2/5">
            {area ? `Area: ${area}?` : 'Area not known'}
          </span>
        </li>
      ))}
    </ul>
    {count > first.length && (
      <p className="text-sm text-muted">And {countOf(count - first.length, 'more place')}.</p>
    )}
  </li>
);

type RemarksHeadProps = { count: number; onlyPrinted: boolean };

const RemarksHead = ({ count, onlyPrinted }: RemarksHeadProps) => (
  <li className={clsx('py-3', onlyPrinted && 'hidden print:block')}>
    <p className="font-semibold">{countOf(count, 'remark')}</p>
    <p className="text-sm text-muted">{AS_THEY_ARE}</p>
  </li>
);

type NamedProps = { icon: LucideIcon; children: ReactNode };

/** A place or a person: the icon says which. */
const PlaceOrPerson = ({ icon: Icon, children }: NamedProps) => (
  <span className="flex min-w-0 gap-x-1">
    <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
    {children}
  </span>
);

type FindingLineProps = {
  finding: Finding;
  onlyPrinted: boolean;
  onCorrect: (correction: Correction) => void;
};

const ADDRESS = {
  driver: '/?tab=drivers&driver=',
  vehicle: '/?tab=drivers&vehicle=',
  profile: '/?tab=profile',
} satisfies Record<Finding['fixes'][number]['opens'], string>;

const linkClass =
  'inline-flex min-h-11 items-center font-medium text-brand underline underline-offset-4 pointer-fine:min-h-6';

type LineHeadProps = {
  title: string;
  toDo: boolean;
  detail: string;
  link: { href: string; label: string } | null;
};

const LineHead = ({ title, toDo, detail, link }: LineHeadProps) => (
  <div className="flex items-start justify-between gap-x-4 max-sm:flex-col">
    <div className="min-w-0">
      <Clipped tall says className={toDo ? 'font-semibold text-due' : 'font-medium'}>
        {title}
      </Clipped>
      <Clipped tall says className="text-sm text-muted">
        {detail}
      </Clipped>
    </div>
    {link && (
      <Link
        href={link.href}
        aria-label={`${link.label}: ${title}`}
        className={clsx(linkClass, 'shrink-0 print:hidden')}
      >
        {link.label}
      </Link>
    )}
  </div>
);

const actionClass = 'shrink-0 text-sm max-sm:px-3';
/** So that what is drawn ends where the row does. */
const atEnd = '-mr-4 max-sm:-mr-3 forced-colors:mr-0';

/** Shows the owner of a number and the whole number, which people compare with another, or a name alone; the pencil opens what has it. */
const FixLine = ({ opens, id, label, of }: Finding['fixes'][number]) => (
  <li className="flex items-center justify-between gap-x-2 py-1 sm:col-span-3 sm:grid sm:grid-cols-subgrid print:items-start">
    <span className="min-w-0 sm:contents">
      {of && (
        <PlaceOrPerson icon={opens === 'vehicle' ? Car : User}>
          <Clipped tall className="min-w-0 text-muted">
            {of}
          </Clipped>
        </PlaceOrPerson>
      )}
      <span className={clsx('block break-all', of ? 'max-sm:pl-5' : 'sm:col-span-2')}>
        {of && <span className="text-muted sm:sr-only print:not-sr-only">Number </span>}
        <bdi>{label}</bdi>
      </span>
    </span>
    <Link
      href={ADDRESS[opens] + (id ?? '')}
      aria-label={`Open ${label}`}
      data-tooltip={`Open ${label}`}
      className={buttonClass('ghost', clsx(actionClass, atEnd, 'sm:justify-self-end'))}
    >
      <Pencil className="size-4 shrink-0" />
      <span className="max-sm:hidden">Open</span>
    </Link>
  </li>
);

const FindingLine = ({
  finding: { kind, title, detail, trips, examples, fixes },
  onlyPrinted,
  onCorrect,
}: FindingLineProps) => (
  <li
    className={clsx(
      'py-3',
      onlyPrinted && 'hidden print:block',
      // a number on another sheet would have no owner; trips name themselves
      examples.length === 0 && 'break-inside-avoid',
    )}
  >
    <LineHead
      title={title}
      toDo={isProblem({ kind })}
      detail={detail}
      link={trips && { href: tripsAddress(trips), label: 'Open in Trip History' }}
    />
    {fixes.length > 0 && (
      <ul className="mt-2 divide-y divide-line border-t border-line text-sm sm:grid sm:grid-cols-[minmax(0,max-content)_minmax(0,max-content)_1fr] sm:gap-x-4">
        {fixes.map((fix) => (
          <FixLine key={`${fix.id} ${fix.label}`} {...fix} />
        ))}
      </ul>
    )}
    {examples.length > 0 && (
      <ul
        aria-label={`To fix: ${title}`}
        // on a desk the trips of all rows share their columns: when, where, who, and what can be done
        className="mt-2 divide-y divide-line border-t border-line lg:grid lg:grid-cols-[auto_minmax(0,max-content)_auto_minmax(0,max-content)_1fr] lg:gap-x-4"
      >
        {examples.map((trip) => (
          <ExampleLine key={trip.id} {...{ trip, kind, onCorrect }} />
        ))}
      </ul>
    )}
  </li>
);

type ExampleLineProps = Pick<FindingLineProps, 'onCorrect'> & { trip: Trip; kind: Finding['kind'] };

/** A trip of a finding. Its parts are isolated: a right-to-left one neither turns round nor hides the others. */
function ExampleLine({ trip, kind, onCorrect }: ExampleLineProps) {
  const suburb = capitaliseSuburb(trip.suburb);
  const time = formatDateTime(new Date(trip.datetime));
  const text = `${suburb} ${trip.postcode}, ${time}`;
  return (
    <li className="flex items-center justify-between gap-x-2 py-1.5 text-sm max-lg:last:pb-0 lg:gap-x-4 lg:col-span-5 lg:grid lg:grid-cols-subgrid lg:py-0.5">
      <span className="flex min-w-0 flex-wrap gap-x-3 lg:contents">
        <span className="flex flex-wrap gap-x-3 lg:flex-nowrap">
          <span className="whitespace-nowrap">{time}</span>
          {kind === 'long-wait' && (
            <span className="font-semibold">
              {formatMinutes(trip.waitingTime)} ({countOf(Math.floor(trip.waitingTime / DAY_MINUTES), 'day')})
            </span>
          )}
        </span>
        <span className="flex min-w-0 gap-x-3 lg:contents">
          <PlaceOrPerson icon={MapPin}>
            <Clipped lines={1} className="min-w-0 max-w-none!">
              {suburb}
            </Clipped>
          </PlaceOrPerson>
          <span className="shrink-0">{trip.postcode}</span>
        </span>
        <PlaceOrPerson icon={User}>
          <Clipped lines={1} className="min-w-0 max-w-none! text-muted">
            {trip.driverName}
          </Clipped>
        </PlaceOrPerson>
      </span>
      <span className={clsx('flex shrink-0 items-center lg:justify-self-end print:hidden', atEnd)}>
        <Button
          variant="ghost"
          icon={Pencil}
          aria-label={`Edit trip: ${text}`}
          data-tooltip={`Edit trip: ${text}`}
          className={actionClass}
          onClick={() => onCorrect({ trip, how: 'edit' })}
        >
          <span className="max-sm:hidden">Edit</span>
        </Button>
        {kind === 'duplicate' && (
          <IconButton
            icon={Trash2}
            tone="danger"
            label={`Delete trip: ${text}`}
            onClick={() => onCorrect({ trip, how: 'delete' })}
          />
        )}
      </span>
    </li>
  );
}
