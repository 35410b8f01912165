import { driverName } from '@shared/drivers';
import { countOf } from '@shared/figures';
import { dayRange, formatDay } from '@shared/periods';
import { minutesOf, partWithin } from '@shared/shifts/hours-within';
import { isOfOwnFigure, OWN_FIGURES, remarksOn } from '@shared/shifts/shift-remarks';
import type { ListShiftsQuery, ProposedShift, Shift } from '@shared/shifts/shifts';
import { Plus, Rows3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { DataTableSkeleton } from '@/components/ui/data-table';
import { DocumentDrawing } from '@/components/ui/drawings';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import type { DataTableTotals } from '@/components/ui/table-totals';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { brisbaneNote, useNow } from '@/lib/clock';
import { HOURS_FORMATS, type HoursFormat, useHoursDownload, useShifts } from './api';
import { hoursFilterFault, readFilter, writeFilter } from './hours-filter';
import { HoursFilterBar } from './hours-filter-bar';
import { HoursList, type HoursRow } from './hours-list';
import { LeftOpenShifts } from './open-shifts';
import { ProposedHours } from './proposed-hours';
import { RefusedShifts } from './refused-shifts';
import { ShiftDialog } from './shift-dialog';
import { alignedMinutesText, dayOf } from './shift-text';
import { StoredShiftDialog } from './stored-shift-dialog';
import { withWaiting } from './use-open-shifts';

type OpenDialog =
  | { kind: 'add'; proposed?: ProposedShift }
  | { kind: 'edit' | 'delete'; row: HoursRow }
  | undefined;

/** When each driver drove, or was available to drive (docs/product/hours.md#hours-screen). */
export function HoursScreen() {
  const [, navigate] = useLocation();
  const filter = readFilter(new URLSearchParams(useSearch()), useNow());
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const fault = hoursFilterFault(filter);
  const { data: drivers } = useDrivers();
  const driver = drivers?.find(({ id }) => id === filter.driverId);
  const hasNoDriver = drivers?.length === 0;
  const query = { driverId: filter.driverId || undefined, from: filter.from, to: filter.to };

  return (
    <>
      <PageHeader
        title="Hours"
        description={
          <>
            {['When drivers drove or were available', brisbaneNote()].filter(Boolean).join(' · ')}
            <span className="hidden print:block">
              {formatDay(filter.from)} to {formatDay(filter.to)},{' '}
              {driver ? driverName(driver) : 'all drivers'}
            </span>
          </>
        }
        offline="You're offline. You can look at shifts, and start and end them. The rest needs the internet."
        hasWideActions
        actions={
          <>
            {hasNoDriver ? (
              <Button icon={Rows3} className={ONE_ROW} disabled>
                Enter a week
              </Button>
            ) : (
              <Link href="/hours/week" className={buttonClass('secondary', ONE_ROW)}>
                <Rows3 className="size-4" />
                Enter a week
              </Link>
            )}
            <Button
              variant="primary"
              icon={Plus}
              className={ONE_ROW}
              disabled={hasNoDriver}
              onClick={() => setDialog({ kind: 'add' })}
            >
              Add Shift
            </Button>
          </>
        }
      />
      <LeftOpenShifts className="mb-4" />
      <RefusedShifts />
      <HoursFilterBar
        filter={filter}
        onChange={(next) => navigate(`/hours?${writeFilter(next)}`, { replace: true })}
      />
      {!fault && <Hours query={query} onOpen={setDialog} />}
      {dialog?.kind === 'add' && (
        <ShiftDialog proposed={dialog.proposed} driverId={filter.driverId} onClose={close} />
      )}
      {(dialog?.kind === 'edit' || dialog?.kind === 'delete') && (
        <StoredShiftDialog shown={dialog.row} isToDelete={dialog.kind === 'delete'} onClose={close} />
      )}
    </>
  );
}

/** Both buttons on the narrowest phone. */
const ONE_ROW = 'max-[22rem]:px-3 max-[22rem]:[&_svg]:hidden';

/** The shifts that lie at least partly in the days of a query, with those that wait. */
function useRows(query: ListShiftsQuery) {
  const shifts = useShifts(query);
  const now = useNow();
  const records = useOutbox().shifts;
  const { driverId, from, to } = query;
  const range = dayRange(from, to);
  const partOf = ({ start, end }: Shift) =>
    partWithin({ start: new Date(start), end: end ? new Date(end) : now }, range);
  const shown = withWaiting(shifts.data ?? [], records, shifts.dataUpdatedAt)
    .filter(({ shift }) => (!driverId || shift.driverId === driverId) && partOf(shift))
    .sort((one, other) => (one.shift.start < other.shift.start ? -1 : 1));
  const remarks = remarksOn(
    shown.map(({ shift }) => shift),
    now,
    dayOf,
  );
  const rows: HoursRow[] = shown.map((one, index) => ({
    ...one,
    remarks: remarks[index] ?? [],
    part: one.shift.end ? partOf(one.shift) : undefined,
    isCut: new Date(one.shift.start) < range.from || new Date(one.shift.end ?? 0) > range.to,
  }));
  return { shifts, rows };
}

type HoursProps = { query: ListShiftsQuery; onOpen: (dialog: OpenDialog) => void };

function Hours({ query, onOpen }: HoursProps) {
  const { shifts, rows } = useRows(query);
  const hasNoDriver = useDrivers().data?.length === 0;
  const isEmpty = shifts.data && rows.length === 0;
  return (
    <div className="space-y-4 sm:space-y-6">
      {rows.length === 0 && shifts.isPending && (
        <DataTableSkeleton label="Loading shifts" columns={8} isBroad />
      )}
      {shifts.isError && (
        <Card>
          <QueryState query={shifts} failed="The shifts could not be loaded" />
        </Card>
      )}
      {isEmpty && (
        <Card>
          <EmptyState
            // another one, so that nothing moves when the drivers come after the shifts
            key={String(hasNoDriver)}
            drawing={<DocumentDrawing />}
            title="No shifts in this period"
            hint={
              hasNoDriver
                ? 'A shift needs a driver, so add one first.'
                : 'Start and end shifts on Log Trip, or add them here.'
            }
            action={
              hasNoDriver ? (
                <Link href="/?tab=drivers&driver=new" className={buttonClass('primary')}>
                  Add a driver
                </Link>
              ) : (
                <Button onClick={() => onOpen({ kind: 'add' })}>Add a shift</Button>
              )
            }
          />
        </Card>
      )}
      {rows.length > 0 && (
        <>
          <HoursList
            rows={rows}
            hasDrivers={!query.driverId}
            busy={shifts.isPlaceholderData}
            totals={totalsOf(rows)}
            onEdit={(row) => onOpen({ kind: 'edit', row })}
            onDelete={(row) => onOpen({ kind: 'delete', row })}
          />
          {rows.some(({ remarks }) => remarks.some(isOfOwnFigure)) && (
            <p className="text-sm text-muted">{OWN_FIGURES}</p>
          )}
          <Downloads query={query} />
        </>
      )}
      {shifts.data && (
        <ProposedHours query={query} onChange={(proposed) => onOpen({ kind: 'add', proposed })} />
      )}
    </div>
  );
}

/** The hours of each driver, and of all; open shifts do not count yet. */
function totalsOf(rows: readonly HoursRow[]): DataTableTotals {
  const ended = rows.filter(({ shift }) => shift.end);
  const drivers = new Map(ended.map(({ shift }) => [shift.driverId, shift.driverName]));
  const minutesOfDriver = (id: string) =>
    minutesOf(ended.flatMap(({ shift, part }) => (shift.driverId === id && part ? [part] : [])));
  const total = [...drivers.keys()].reduce((sum, id) => sum + minutesOfDriver(id), 0);
  const open = rows.length - ended.length;
  const line = (label: ReactNode, minutes: number) => ({
    label,
    figures: { Total: alignedMinutesText(minutes) },
  });
  const nameOf = (name: string) => (
    <Clipped lines={2} className="max-lg:max-w-none! lg:ml-auto">
      {name}
    </Clipped>
  );
  return [
    ...(drivers.size > 1 ? [...drivers].map(([id, name]) => line(nameOf(name), minutesOfDriver(id))) : []),
    line(
      <>
        Total of {countOf(ended.length, 'shift')}
        {open > 0 && <span className="block text-sm font-normal text-muted">{open} open, not counted</span>}
      </>,
      total,
    ),
  ];
}

function Downloads({ query }: { query: ListShiftsQuery }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Download the hours" className="items-center gap-3 sm:flex print:hidden">
      <p className="text-sm text-muted">Download</p>
      <div className="grid grid-cols-3 gap-2 max-sm:mt-1">
        {Object.keys(HOURS_FORMATS).map((format) => (
          <DownloadButton key={format} query={query} format={format as HoursFormat} />
        ))}
      </div>
    </div>
  );
}

function DownloadButton({ query, format }: { query: ListShiftsQuery; format: HoursFormat }) {
  const { button, save } = useHoursDownload(query);
  return (
    <Button {...button} className="max-sm:px-2" onClick={() => void save(format)}>
      {HOURS_FORMATS[format]}
    </Button>
  );
}

/** Deletes a shift after a question; Undo takes it back. */
