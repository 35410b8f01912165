import { formatMinutes, tripsAndShifts } from '@shared/figures';
import type { HeldRecord } from '@shared/phones';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/dialog';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { toast, toastOutcome } from '@/lib/toast';
import { TakeBack } from '../take-back';
import { useDrivers } from '../use-drivers';
import { useDriversPhones, useHeld, useSettleHeld } from './api';
import { heldText } from './phones-text';

/** So many of a driver are shown at first. */
const SHOWN = 5;

const DISCARD = 'px-2! enabled:text-danger!';

const inWords = (records: readonly HeldRecord[]) => {
  const trips = records.filter((record) => 'trip' in record).length;
  return tripsAndShifts(trips, records.length - trips);
};

/** What drivers' phones had not sent when they ended, for the office to store or drop (docs/product/phones.md#what-waited). */
export function WaitedCard() {
  const { data: phones = [] } = useDriversPhones();
  return phones.some(({ held }) => held > 0) && <Waited />;
}

function Waited() {
  const query = useHeld();
  const settling = useSettleHeld();
  const [dropping, setDropping] = useState<HeldRecord[]>();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const drivers = [...new Set(query.data?.map(({ driverId }) => driverId))];

  async function store(records: readonly HeldRecord[]) {
    const keys = records.map(({ key }) => key);
    await toastOutcome(
      settling.mutateAsync({ keys, as: 'store' }).then((answer) => {
        const messages = new Map(answer.refused.map(({ key, message }) => [key, message]));
        setRefused(new Map([...refused].filter(([key]) => !keys.includes(key)).concat([...messages])));
        if (messages.size > 0)
          toast({
            title: `${inWords(records.filter(({ key }) => messages.has(key)))} could not be stored`,
            description: 'The list says why.',
            variant: 'destructive',
          });
        else if (answer.settled === records.length) toast({ title: `${inWords(records)} stored` });
        else
          toast({
            title: `${answer.settled} of ${inWords(records)} stored`,
            description: 'Someone else stored or discarded the others meanwhile.',
          });
      }),
      undefined,
      'Failed to store them',
    );
  }

  if (query.data?.length === 0) return null;
  return (
    <Card
      title="Waited on drivers' phones"
      description="These trips and shifts were still on a phone when it ended. No list or report has them until you store them."
      className="mb-6"
    >
      <QueryState
        query={query}
        failed="What waited could not be loaded"
        skeleton={<ListSkeleton label="Loading what waited" />}
      />
      <div className="space-y-6">
        {drivers.map((driver) => (
          <OfDriver
            key={driver}
            records={query.data?.filter(({ driverId }) => driverId === driver) ?? []}
            refused={refused}
            isBusy={settling.isPending}
            onStore={(some) => void store(some)}
            onDrop={setDropping}
          />
        ))}
      </div>
      {dropping && (
        <ConfirmAction
          title={`Discard ${inWords(dropping)}?`}
          description={
            <>
              <p className="font-medium wrap-anywhere text-ink">
                {dropping[0] && (dropping.length === 1 ? heldText(dropping[0]) : dropping[0].driverName)}
              </p>
              <p className="mt-2">No other copy exists. This cannot be undone.</p>
            </>
          }
          confirmLabel="Discard"
          pendingLabel="Discarding..."
          action={() => settling.mutateAsync({ keys: dropping.map(({ key }) => key), as: 'drop' })}
          done={`${inWords(dropping)} discarded`}
          failed="Failed to discard them"
          onClose={() => setDropping(undefined)}
        />
      )}
    </Card>
  );
}

type OfDriverProps = {
  records: HeldRecord[];
  /** Why the server did not store a record, by its key. */
  refused: ReadonlyMap<string, string>;
  isBusy: boolean;
  onStore: (records: HeldRecord[]) => void;
  onDrop: (records: HeldRecord[]) => void;
};

function OfDriver({ records, refused, isBusy, onStore, onDrop }: OfDriverProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { driverId = '', driverName: name = '' } = records[0] ?? {};
  const { data: all } = useDrivers();
  const isRemoved = all !== undefined && !all.some(({ id }) => id === driverId);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-medium wrap-anywhere">
          <bdi>{name}</bdi>: {inWords(records)}
        </h3>
        {isRemoved && <TakeBack id={driverId} name={name} />}
        {records.length > 1 && !isRemoved && (
          <div className="flex gap-2">
            <Button
              variant="primary"
              disabled={isBusy}
              aria-label={`Store all of ${name}`}
              onClick={() => onStore(records)}
            >
              Store all
            </Button>
            <Button
              variant="ghost"
              className={DISCARD}
              disabled={isBusy}
              aria-label={`Discard all of ${name}`}
              onClick={() => onDrop(records)}
            >
              Discard all
            </Button>
          </div>
        )}
      </div>
      {isRemoved && (
        <p className="mt-1 text-sm text-muted">
          This driver was removed. Take the driver back to store {records.length === 1 ? 'it' : 'them'}; you
          can remove the driver again afterwards.
        </p>
      )}
      <ul aria-label={`Waited on ${name}'s phone`} className="mt-2 divide-y divide-line border-y border-line">
        {records.slice(0, showsAll ? undefined : SHOWN).map((record) => (
          <li key={record.key} className="flex items-center justify-between gap-x-2 py-1">
            <div className="min-w-0 py-1 wrap-anywhere">
              <p>{heldText(record)}</p>
              {'trip' in record && <p className="text-sm text-muted">{detailsOf(record.trip)}</p>}
              {refused.has(record.key) && <p className="text-sm text-danger">{refused.get(record.key)}</p>}
            </div>
            <div className="-mr-2 flex shrink-0">
              <Button
                variant="ghost"
                className="px-2!"
                disabled={isBusy || isRemoved}
                aria-label={`Store: ${heldText(record)}`}
                onClick={() => onStore([record])}
              >
                Store
              </Button>
              <Button
                variant="ghost"
                className={DISCARD}
                disabled={isBusy}
                aria-label={`Discard: ${heldText(record)}`}
                onClick={() => onDrop([record])}
              >
                Discard
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {records.length > SHOWN && !showsAll && (
        <Button variant="ghost" className="-ml-4 mt-1" onClick={() => setShowsAll(true)}>
          Show all {records.length}
        </Button>
      )}
    </div>
  );
}

const detailsOf = ({ waitingTime, vehicleRegistration }: Extract<HeldRecord, { trip: object }>['trip']) =>
  [`${formatMinutes(waitingTime)} wait`, vehicleRegistration].filter(Boolean).join(' · ');
