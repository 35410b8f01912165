import { formatDateTime } from '@shared/periods';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { useOutbox } from '@/features/outbox/outbox';
import { NOT_ACCEPTED_ID } from '@/features/outbox/outbox-status';
import {
  asTrip,
  isOnDevice,
  isRefusedRecord,
  isSendable,
  isSettled,
  reasonText,
  type WaitingTrip,
} from '@/features/outbox/waiting-record';
import { TripPlace } from '../trip-text';
import { WaitingActions } from './waiting-actions';

const SHOWN = 20;

export function RefusedTrips() {
  const refused = useOutbox().trips.filter(isRefusedRecord);
  if (refused.length === 0) return null;
  return (
    <div id={NOT_ACCEPTED_ID}>
      <Card
        title="Not accepted"
        description="The server did not accept these. Edit them to send them again, or discard them."
      >
        <WaitingList records={refused} />
      </Card>
    </div>
  );
}

/** Trips not sent when the address last changed, the last first: the list must not move while it is read. */
export function useWaitingHere(): WaitingTrip[] {
  const address = useSearch();
  const { trips } = useOutbox();
  const [here, setHere] = useState({ address, keys: new Set<string>() });
  const known = here.address === address ? here.keys : new Set<string>();
  const shown = trips.filter(
    (record) =>
      record.next !== 'deleted' && !isRefusedRecord(record) && (known.has(record.key) || isSendable(record)),
  );
  if (here.address !== address || shown.some(({ key }) => !known.has(key)))
    setHere({ address, keys: new Set([...known, ...shown.map(({ key }) => key)]) });
  return shown.reverse();
}

export function WaitingTrips({ records }: { records: readonly WaitingTrip[] }) {
  if (records.length === 0) return null;
  const isSent = records.every(isSettled);
  return (
    <Card
      title={isSent ? 'Sent' : 'Waiting to be sent'}
      description={
        isSent
          ? 'They join the list next time you open it.'
          : records.every(isOnDevice)
            ? 'They are saved on this device and sent automatically.'
            : 'Not saved on this device: keep this page open until they are sent.'
      }
    >
      <WaitingList records={records} />
    </Card>
  );
}

const WaitingList = ({ records }: { records: readonly WaitingTrip[] }) => (
  <>
    <ul className="divide-y divide-line">
      {records.slice(0, SHOWN).map((record) => (
        <WaitingLine key={record.order} record={record} />
      ))}
    </ul>
    {records.length > SHOWN && <p className="mt-2 text-sm text-muted">and {records.length - SHOWN} more</p>}
  </>
);

function WaitingLine({ record }: { record: WaitingTrip }) {
  const trip = asTrip(record);
  return (
    <li className="flex items-center gap-4 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <Clipped tall className="font-medium">
          <TripPlace of={trip} />
        </Clipped>
        <Clipped tall className="text-sm text-muted">
          {formatDateTime(new Date(trip.datetime))} · <bdi>{trip.driverName}</bdi>
        </Clipped>
        {record.refusal && <p className="text-sm text-danger wrap-anywhere">{reasonText(record)}</p>}
        {!record.refusal && record.stored && record.next && <Badge tone="due">Change waiting</Badge>}
      </div>
      <span className="flex shrink-0">
        <WaitingActions record={record} />
      </span>
    </li>
  );
}
