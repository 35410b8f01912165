import { eventDetails, eventSentence } from '@shared/activity/activity-text';
import { countOf, formatCount } from '@shared/figures';
import { daysOf, formatDateTime, formatDay } from '@shared/periods';
import {
  type ChangesSince,
  differenceText,
  type FigureChange,
  type Lodgement,
  type TripChange,
} from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import type { Trip } from '@shared/trips/trips';
import { FilePenLine, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Alert } from '@/components/ui/alert';
import { Button, IconButton } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { useChangesOf } from '../api';
import { CHANGED_SINCE_ID, type CorrectTrip } from '../checks/finding-line';
import { FigureLink, placeName, tripsAddress } from '../trips-link';
import { historyText } from './change-text';
import { LodgeDialog } from './lodge-dialog';

type LodgedProps = { period: Period; lodgement: Lodgement };

/** Stores that a lodged report was lodged again, with other figures. */
export function RecordCorrection({ period, lodgement }: LodgedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FilePenLine} className="max-sm:w-full print:hidden" onClick={() => setOpen(true)}>
        Record a correction
      </Button>
      {isOpen && <LodgeDialog period={period} amended={lodgement} onClose={() => setOpen(false)} />}
    </>
  );
}

type ChangesSinceLodgedProps = LodgedProps & { CorrectTrip: CorrectTrip };

/** What TMR has of a lodged report is no longer what it says: which figures and which trips (docs/product/reports.md#changes-since). */
export function ChangesSinceLodged({ period, lodgement, CorrectTrip }: ChangesSinceLodgedProps) {
  const changes = useChangesOf(lodgement);
  if (!changes) return null;
  return (
    <section id={CHANGED_SINCE_ID} aria-label="Changed since you lodged it" className="scroll-mt-4 space-y-4">
      <Alert variant="due" title="Changed since you lodged it">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 grow basis-70">
            TMR has the figures of {formatDay(lodgement.lodgedOn)}. Lodge the report again there if they were
            wrong, then record it here.
          </p>
          <RecordCorrection period={period} lodgement={lodgement} />
        </div>
      </Alert>
      <FigureTable changes={changes} />
      {changes.trips.count > 0 && (
        <ChangedTrips period={period} trips={changes.trips} CorrectTrip={CorrectTrip} />
      )}
    </section>
  );
}

/** A phone shows a card for each figure; below them are the trips. */
const SHOWN_AT_FIRST = 8;

function FigureTable({ changes: { figures, left, total } }: { changes: ChangesSince }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className="space-y-3">
      <DataTable
        caption="Figures that differ"
        columns={[
          { header: 'Figure', cell: (figure) => <FigureName {...figure} />, inCardTitle: true },
          { header: 'Lodged', cell: ({ lodged }) => lodged ?? 'not there' },
          { header: 'Now', cell: ({ now }) => now ?? 'not there' },
          { header: 'Difference', cell: ({ by, ...figure }) => by ?? <LastChange {...figure} /> },
        ]}
        rows={showsAll ? figures : figures.slice(0, SHOWN_AT_FIRST)}
        rowKey={({ label }) => label}
        cardTitle={({ label }) => label}
      />
      {figures.length > SHOWN_AT_FIRST && !showsAll && (
        <Button onClick={() => setShowsAll(true)}>Show all {figures.length} figures</Button>
      )}
      {left.figures > 0 && (
        <p className="text-sm text-muted">
          And {formatCount(left.figures)} more figures, together {differenceText(left.difference)}. All places
          together: {differenceText(total)}.
        </p>
      )}
    </div>
  );
}

const FigureName = ({ label, of }: Pick<FigureChange, 'label' | 'of'>) =>
  of ? (
    <FigureLink href={`/${of.opens}s/${of.id}`} label={`Open ${label}`}>
      {label}
    </FigureLink>
  ) : (
    <span className="wrap-anywhere">{label}</span>
  );

/** Who changed a driver, a vehicle or an area; the trips below say it themselves. */
const LastChange = ({ times, last }: Pick<FigureChange, 'times' | 'last'>) =>
  last && last.entity !== 'trip' && last.entity !== 'import' ? (
    <span className="wrap-anywhere">{historyText({ times, last })}</span>
  ) : null;

type ChangedTripsProps = {
  period: Period;
  trips: ChangesSince['trips'];
  CorrectTrip: CorrectTrip;
};

function ChangedTrips({ period, trips: { count, listed }, CorrectTrip }: ChangedTripsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const [editing, setEditing] = useState<Trip | null>(null);
  const shown = showsAll ? listed : listed.slice(0, SHOWN_AT_FIRST);
  return (
    <div>
      <h4 className="font-semibold">{countOf(count, 'trip')}</h4>
      <ul aria-label="Trips that changed" className="mt-2 divide-y divide-line border-y border-line text-sm">
        {shown.map((change) => (
          <ChangedTrip key={change.trip.id} {...change} onEdit={() => setEditing(change.trip)} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        {shown.length < listed.length && (
          <Button onClick={() => setShowsAll(true)}>Show {formatCount(listed.length)} trips</Button>
        )}
        {listed.length < count && (
          <p className="text-sm text-muted">
            And {formatCount(count - listed.length)} more.{' '}
            <Link
              href={tripsAddress(daysOf(period.range))}
              className="font-medium text-brand underline underline-offset-4"
            >
              All trips of {period.label}
            </Link>
          </p>
        )}
      </div>
      {editing && <CorrectTrip trip={editing} how="edit" onClose={() => setEditing(null)} />}
    </div>
  );
}

function ChangedTrip({ trip, isDeleted, event, onEdit }: TripChange & { onEdit: () => void }) {
  const name = `${placeName(trip)}, ${formatDateTime(new Date(trip.datetime))}`;
  return (
    <li className="flex items-start justify-between gap-x-2 py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-medium">{name}</span>, {trip.driverName}
        </p>
        <p>
          {eventSentence(event)} <span className="text-muted">{formatDateTime(new Date(event.at))}</span>
        </p>
        {event.action === 'updated' && eventDetails(event).map((line) => <p key={line}>{line}</p>)}
      </div>
      {!isDeleted && <IconButton icon={Pencil} label={`Edit trip: ${name}`} onClick={onEdit} />}
    </li>
  );
}
