import type { AreaPlace } from '@shared/areas/areas';
import { countOf, formatCount } from '@shared/figures';
import { lodgedWarningText } from '@shared/reports/lodged-changes';
import type { Period } from '@shared/reports/report-periods';
import { clsx } from 'clsx';
import { Check, CheckCheck, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { MapDrawing } from '@/components/ui/drawings';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { toast, withUndo } from '@/lib/toast';
import { useChecks } from '../api';
import { useAreaPlaces, useAreas, useConfirmAreas } from './api';
import {
  type AreaChoice,
  areaChoices,
  GROUPS,
  type GroupId,
  groupOf,
  groupsOf,
  placeKey,
} from './area-choices';
import { AreaField } from './area-field';

/** The screen on which a holder confirms the taxi service area of each pickup place (docs/product/reports.md#areas). */
export function AreasScreen({ period }: { period: Period | null }) {
  const places = useAreaPlaces();
  const areas = useAreas();
  const query = areas.isError ? areas : places.isError ? places : areas.isPending ? areas : places;
  return (
    <>
      <PageHeader
        title="Taxi areas"
        description="TMR: “Areas where trips are provided”. We guessed them from the map. Confirm each one."
        offline="You're offline. This page needs the internet."
      />
      <Card>
        <QueryState query={query} failed="The areas could not be loaded" skeleton={<AreasSkeleton />} />
        {places.data?.length === 0 && (
          <EmptyState
            drawing={<MapDrawing />}
            title="No places yet"
            hint="The suburbs that your trips begin in will be listed here."
            action={
              <Link href="/" className={buttonClass('primary')}>
                Log a trip
              </Link>
            }
          />
        )}
        {places.data && places.data.length > 0 && areas.data && (
          <Places places={places.data} choices={areaChoices(areas.data)} period={period} />
        )}
      </Card>
    </>
  );
}

const ROWS = Array.from({ length: 6 }, (_, row) => row);

/** How many are left, the keys, and a group: each place with its field and its button. */
const AreasSkeleton = () => (
  <SkeletonGroup label="Loading the areas">
    <Skeleton className="h-6 w-52" />
    <Skeleton className="mt-1 h-5 max-w-150 max-sm:hidden" />
    <Skeleton className="mt-6 h-6 w-36" />
    <div className="mt-3 divide-y divide-line border-t border-line">
      {ROWS.map((row) => (
        <div key={row} className={clsx(rowShape, 'gap-y-2 py-2')}>
          <Skeleton className="h-5 max-w-36 max-sm:col-span-2" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10 w-28 justify-self-end sm:col-start-4" />
        </div>
      ))}
    </div>
  </SkeletonGroup>
);

const SHOWN_AT_FIRST = 100;

/** A place, its area, its state and its button; a phone has the state next to the place. */
const rowShape =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem_8.5rem]';

/** Groups the places; a phone folds groups, and a long list its end. */
function useShownPlaces(places: readonly AreaPlace[]) {
  // a place stays where it is while it is confirmed
  const [groupAtFirst, setGroupAtFirst] = useState(() => groupsOf(places));
  const [opened, setOpened] = useState<readonly GroupId[]>([]);
  const [showsAll, setShowsAll] = useState(false);
  const isWide = useIsWide();
  if (places.some((place) => !groupAtFirst.has(placeKey(place)))) setGroupAtFirst(groupsOf(places));
  const groups = GROUPS.map((group) => ({
    ...group,
    rows: places.filter((place) => groupAtFirst.get(placeKey(place)) === group.id),
  })).filter(({ rows }) => rows.length > 0);
  // a phone folds all but the first
  const isOpen = (id: GroupId) => isWide || id === groups[0]?.id || opened.includes(id);
  const rows = groups.flatMap(({ id, rows }) => (isOpen(id) ? rows : []));
  return {
    groups,
    isOpen,
    open: (id: GroupId) => setOpened([...opened, id]),
    rows,
    shown: showsAll ? rows : rows.slice(0, SHOWN_AT_FIRST),
    showAll: () => setShowsAll(true),
  };
}

type PlacesProps = { places: readonly AreaPlace[]; choices: readonly AreaChoice[]; period: Period | null };

function Places({ places, choices, period }: PlacesProps) {
  const confirm = useConfirmAreas();
  const frame = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const { groups, isOpen, open, rows, shown, showAll } = useShownPlaces(places);
  const left = places.filter(({ isConfirmed }) => !isConfirmed);
  const sure = places.filter((place) => groupOf(place) === 'guess');

  const focus = (index: number) => frame.current?.querySelectorAll('input')[index]?.focus();
  const begin = useEffectEvent(() => {
    if (!matchMedia('(pointer: coarse)').matches) focus(0);
  });
  useEffect(() => begin(), []);

  function confirmAt(index: number, area: string) {
    const place = shown[index];
    if (!place) return;
    void confirm(places, [changeOf(place, area)]);
    const next = shown.findIndex(({ isConfirmed }, at) => at > index && !isConfirmed);
    if (next >= 0) focus(next);
  }

  function rowOf(place: AreaPlace) {
    const index = shown.indexOf(place);
    const withdraw = () => confirm(places, [{ ...changeOf(place, place.area ?? ''), isConfirmed: false }]);
    return (
      index >= 0 && (
        <PlaceRow
          key={placeKey(place)}
          place={place}
          onConfirm={(area) => confirmAt(index, area)}
          onWithdraw={() => void withdraw()}
        >
          <AreaField
            place={place}
            choices={choices}
            hintId={hintId}
            onChoose={(area) => confirmAt(index, area)}
            onStep={(step) => focus(index + step)}
          />
        </PlaceRow>
      )
    );
  }

  return (
    <>
      <p role="status" className={left.length > 0 ? 'font-medium text-due' : 'font-medium text-success'}>
        {left.length > 0 ? `${countOf(left.length, 'taxi area')} to confirm` : 'All taxi areas are confirmed'}
        {left.length > 0 && period && <OfPeriod period={period} />}
      </p>
      <p id={hintId} className="mt-1 text-sm text-muted max-sm:hidden pointer-coarse:hidden print:hidden">
        Enter confirms an area and goes to the next place. Type to choose another area. Arrow keys move up and
        down.
      </p>
      <div ref={frame}>
        {groups.map(({ id, rows, ...group }) => (
          <PlaceGroup
            key={id}
            {...group}
            count={rows.length}
            onShow={isOpen(id) ? undefined : () => open(id)}
            action={
              id === 'guess' &&
              sure.length > 0 && <ConfirmLikely places={places} likely={sure} confirm={confirm} />
            }
          >
            {rows.map(rowOf)}
          </PlaceGroup>
        ))}
      </div>
      {shown.length < rows.length && (
        <Button className="mt-3" onClick={showAll}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
    </>
  );
}

/** How many of them the report has that led here. */
function OfPeriod({ period }: { period: Period }) {
  const { data } = useChecks(period);
  return data && `, ${formatCount(data.placesToConfirm)} of them in ${period.label}`;
}

type PlaceGroupProps = {
  title: string;
  hint: string | undefined;
  count: number;
  /** Unfolds the group; undefined where it is open. */
  onShow: (() => void) | undefined;
  action: ReactNode;
  children: ReactNode;
};

const PlaceGroup = ({ title, hint, count, onShow, action, children }: PlaceGroupProps) => (
  <section aria-label={title} className="mt-6">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h3 className="grow basis-40 font-semibold">
        {title} <span className="inline-block text-sm font-normal text-muted">{countOf(count, 'place')}</span>
      </h3>
      {onShow && (
        <Button variant="ghost" className="-mr-4" aria-label={`Show: ${title}`} onClick={onShow}>
          Show
        </Button>
      )}
      {action}
    </div>
    {hint && <p className="text-sm text-muted">{hint}</p>}
    {!onShow && (
      <>
        <div aria-hidden="true" className={clsx(rowShape, 'mt-3 text-sm text-muted max-sm:hidden')}>
          <span>Place</span>
          <span>Taxi service area</span>
        </div>
        <ul aria-label={title} className="mt-3 divide-y divide-line border-t border-line sm:mt-1">
          {children}
        </ul>
      </>
    )}
  </section>
);

type ConfirmLikelyProps = {
  places: readonly AreaPlace[];
  likely: readonly AreaPlace[];
  confirm: ReturnType<typeof useConfirmAreas>;
};

function ConfirmLikely({ places, likely, confirm }: ConfirmLikelyProps) {
  const [isPending, setPending] = useState(false);
  const changes = likely.map((place) => changeOf(place, place.area ?? ''));

  async function confirmAll() {
    setPending(true);
    const isSaved = await confirm(places, changes);
    setPending(false);
    const undo = () =>
      confirm(
        places,
        changes.map((change) => ({ ...change, isConfirmed: false })),
      );
    if (isSaved) toast(withUndo(`${countOf(changes.length, 'place')} confirmed`, undo));
  }
  return (
    <Button
      variant="primary"
      icon={CheckCheck}
      className="max-sm:w-full"
      pending={isPending}
      pendingLabel="Confirming..."
      onClick={() => void confirmAll()}
    >
      Confirm {countOf(likely.length, 'likely area')}
    </Button>
  );
}

type PlaceRowProps = {
  place: AreaPlace;
  onConfirm: (area: string) => void;
  onWithdraw: () => void;
  children: ReactNode;
};

const PlaceRow = ({ place, onConfirm, onWithdraw, children }: PlaceRowProps) => (
  <li className={clsx(rowShape, 'gap-y-1 py-2')}>
    <div className="col-span-2 flex items-start justify-between gap-x-4 sm:contents">
      <div className="min-w-0 gap-x-4 lg:flex lg:items-center lg:justify-between">
        <Clipped tall className="font-medium">
          {place.suburb}
        </Clipped>
        <span className="shrink-0 text-sm text-muted">
          {place.postcode} · {countOf(place.tripCount, 'trip')}
        </span>
      </div>
      <div className="shrink-0 sm:order-1">
        <AreaState place={place} />
      </div>
    </div>
    <div className={clsx('min-w-0', place.isDoubtful && 'max-sm:col-span-2')}>{children}</div>
    {place.isConfirmed ? (
      <Button
        variant="ghost"
        icon={Undo2}
        className="-mr-4 justify-self-end sm:order-2"
        aria-label={`Undo: ${placeKey(place)}`}
        onClick={onWithdraw}
      >
        Undo
      </Button>
    ) : place.isDoubtful ? (
      <Candidates place={place} onConfirm={onConfirm} />
    ) : (
      place.area && (
        <Button
          icon={Check}
          className="justify-self-end sm:order-2"
          aria-label={`Confirm: ${placeKey(place)}, ${place.area}`}
          onClick={() => onConfirm(place.area ?? '')}
        >
          Confirm
        </Button>
      )
    )}
  </li>
);

/** The areas that a place may be in; the first is the one that reports have until then. */
function Candidates({ place, onConfirm }: Pick<PlaceRowProps, 'place' | 'onConfirm'>) {
  const { area, candidates, lodged } = place;
  const warning = lodgedWarningText(lodged.map((period) => ({ period, trips: 0 })));
  if (candidates.length === 0) return null;
  return (
    <div className="col-span-2 mt-1 mb-1 sm:order-3 sm:col-span-3 sm:col-start-2">
      <div className="flex flex-wrap gap-2">
        {candidates.map((name) => (
          <Button
            key={name}
            aria-label={`Confirm: ${placeKey(place)}, ${name}`}
            onClick={() => onConfirm(name)}
          >
            {name}
          </Button>
        ))}
      </div>
      {warning && (
        <p className="mt-1 text-sm text-due">
          Reported in {area}. With another area: {warning}
        </p>
      )}
    </div>
  );
}

const changeOf = ({ postcode, suburb }: Pick<AreaPlace, 'postcode' | 'suburb'>, area: string) => ({
  postcode,
  suburb,
  area,
  isConfirmed: true,
});

function AreaState({ place: { area, isConfirmed, isDoubtful } }: { place: AreaPlace }) {
  if (isConfirmed) return <Badge tone="success">Confirmed</Badge>;
  if (!area) return <Badge tone="due">Not known</Badge>;
  return isDoubtful && <Badge tone="due">Doubtful</Badge>;
}
