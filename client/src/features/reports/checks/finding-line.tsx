import { countOf, formatMinutes } from '@shared/figures';
import { DAY_MINUTES, formatDateTime } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type Checks, type Finding, isQuestion } from '@shared/reports/checks';
import type { Trip } from '@shared/trips/trips';
import clsx from 'clsx';
import { Car, type LucideIcon, MapPin, Pencil, Trash2, User } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { focusSection } from '@/lib/focus-section';
import { tripsAddress } from '../trips-link';

/** What changed since a report was lodged, above its steps. */
export const CHANGED_SINCE_ID = 'changed-since';

export type Correction = { trip: Trip; how: 'edit' | 'delete' };
/** Edits a trip in a dialog, or deletes it: another feature's, so the app hands it in. */
export type CorrectTrip = ComponentType<Correction & { onClose: () => void }>;

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
  /** The places that a finding about areas counts. */
  places: Pick<Checks, 'firstPlaces' | 'placesToConfirm'>;
  /** The report that it is about; empty for an answer to TMR. */
  periodKey: string;
  onlyPrinted: boolean;
  /** Without it, its trips are only named. */
  onCorrect: ((correction: Correction) => void) | undefined;
};

const ADDRESS = {
  driver: '/?tab=drivers&driver=',
  vehicle: '/?tab=drivers&vehicle=',
  profile: '/?tab=profile',
} satisfies Record<Finding['fixes'][number]['opens'], string>;

const addressOfFix = ({ opens, id }: Pick<Finding['fixes'][number], 'opens' | 'id'>) =>
  ADDRESS[opens] + (id ?? '');

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
const FixLine = ({ label, of, ...fix }: Finding['fixes'][number]) => (
  <li className="flex items-center justify-between gap-x-2 py-1 sm:col-span-3 sm:grid sm:grid-cols-subgrid print:items-start">
    <span className="min-w-0 sm:contents">
      {of && (
        <PlaceOrPerson icon={fix.opens === 'vehicle' ? Car : User}>
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
      href={addressOfFix(fix)}
      aria-label={`Open ${label}`}
      data-tooltip={`Open ${label}`}
      className={buttonClass('ghost', clsx(actionClass, atEnd, 'sm:justify-self-end'))}
    >
      <Pencil className="size-4 shrink-0" />
      <span className="max-sm:hidden">Open</span>
    </Link>
  </li>
);

function linkOf({ kind, trips, hours }: Finding, periodKey: string) {
  if (kind === 'areas') return { href: `/areas?period=${periodKey}`, label: 'Confirm areas' };
  if (kind === 'assumed') return { href: '/assumed-facts', label: 'Confirm' };
  if (hours) return { href: `/hours?${new URLSearchParams(hours)}`, label: 'Open in Hours' };
  return trips && { href: tripsAddress(trips), label: 'Open in Trip History' };
}

/** One finding: what was seen, what to do, and the trips, drivers or vehicles to open. */
export const FindingLine = ({ finding, places, periodKey, onlyPrinted, onCorrect }: FindingLineProps) => {
  const { kind, title, detail, examples, fixes } = finding;
  // a period's changes stand above its steps
  if (kind === 'changed-since' && periodKey) return <SaidAbove {...{ onlyPrinted }} />;
  return (
    <li
      className={clsx(
        'py-3',
        onlyPrinted && 'hidden print:block',
        // a number on another sheet would have no owner; trips name themselves
        examples.length === 0 && 'break-inside-avoid',
      )}
    >
      <LineHead title={title} toDo={isQuestion({ kind })} detail={detail} link={linkOf(finding, periodKey)} />
      {kind === 'areas' && <FirstPlaces {...places} />}
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
};

const SaidAbove = ({ onlyPrinted }: Pick<FindingLineProps, 'onlyPrinted'>) => (
  <li className={clsx('flex items-start justify-between gap-x-4 py-3', onlyPrinted && 'hidden print:flex')}>
    <p className="font-semibold text-due">It has changed since</p>
    <button
      type="button"
      className={clsx(linkClass, 'shrink-0 print:hidden')}
      onClick={() => {
        const changes = document.getElementById(CHANGED_SINCE_ID);
        focusSection(changes);
        changes?.scrollIntoView();
      }}
    >
      See what, above
    </button>
  </li>
);

type FirstPlacesProps = FindingLineProps['places'];

const FirstPlaces = ({ firstPlaces, placesToConfirm }: FirstPlacesProps) => (
  <>
    <ul aria-label="Places to confirm" className="mt-2 divide-y divide-line border-t border-line text-sm">
      {firstPlaces.map(({ suburb, postcode, area }) => (
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
    {placesToConfirm > firstPlaces.length && (
      <p className="text-sm text-muted">And {countOf(placesToConfirm - firstPlaces.length, 'more place')}.</p>
    )}
  </>
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
          {kind === 'long-wait' && trip.waitingTime !== null && (
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
      {onCorrect && (
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
      )}
    </li>
  );
}
