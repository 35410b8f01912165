import { fieldLabel } from '@shared/field-text';
import { formatMinutes } from '@shared/figures';
import { RESTORE_DAYS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { type PlainFieldName, plainField, plainFieldNames } from '@shared/trips/trip-fields';
import type { Trip } from '@shared/trips/trips';
import { Pencil, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { TripPlace } from '../../trip-text';
import { useTripChanges } from '../history-api';
import type { OpenDialog } from '../trip-dialogs';
import { TripEvents } from './trip-events';
import { PANEL_HEADING } from './with-panel';

type TripPanelProps = {
  id: string;
  listed: Trip | undefined;
  /** Whether the focus follows to it: it was opened just now, and does not come with the address. */
  takesFocus: boolean;
  onDialog: (dialog: OpenDialog) => void;
  onClose: () => void;
  /** Opens the trip after (1) or before (-1) this one in the list. */
  onMove: (step: 1 | -1) => void;
};

/** A trip next to the list: what is stored of it, and who changed it when. Give it the id as its key. */
export function TripPanel({ id, listed, takesFocus, onDialog, onClose, onMove }: TripPanelProps) {
  const query = useTripChanges(id);
  const trip = listed ?? query.data?.trip;
  const isDeleted = !listed && query.data?.isDeleted === true;
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <section aria-labelledby={PANEL_HEADING} className="space-y-5">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2
            ref={heading}
            id={PANEL_HEADING}
            tabIndex={-1}
            className="rounded-sm text-lg font-semibold"
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              onMove(event.key === 'ArrowDown' ? 1 : -1);
            }}
          >
            {trip ? (
              <Clipped tall>
                <TripPlace of={trip} />
              </Clipped>
            ) : (
              'Trip'
            )}
          </h2>
          {trip && <p className="text-sm text-muted">{formatDateTime(new Date(trip.datetime))}</p>}
        </div>
        <IconButton
          icon={X}
          iconClass="size-5"
          label="Close trip"
          onClick={onClose}
          className="-mt-1 -mr-2"
        />
      </div>
      {isDeleted && (
        <p>This trip was deleted. For {RESTORE_DAYS} days it can be restored from Recently deleted.</p>
      )}
      {trip && !isDeleted && (
        <div className="flex gap-2">
          <Button icon={Pencil} onClick={() => onDialog({ kind: 'edit', trip })}>
            Edit
          </Button>
          <Button icon={Trash2} onClick={() => onDialog({ kind: 'delete-one', trip })}>
            Delete
          </Button>
        </div>
      )}
      {trip && <Facts trip={trip} />}
      <div>
        {trip && <h3 className="mb-3 font-semibold">Changes</h3>}
        <TripEvents
          query={query}
          failed={trip ? 'The changes could not be loaded' : 'The trip could not be loaded'}
        />
      </div>
    </section>
  );
}

function Facts({ trip }: { trip: Trip }) {
  const facts: [string, ReactNode][] = [
    ['Driver', trip.driverName],
    ['Driver Authority License', trip.driverAuthorityLicense],
    ['Vehicle', trip.vehicleRegistration],
    ...plainFieldNames.map((name): [string, ReactNode] => [fieldLabel(name), factOf(trip, name)]),
  ];
  const texts = plainFieldNames.filter((name) => plainField(name).kind === 'longText' && trip[name]);
  return (
    <dl className="space-y-2 text-sm">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd dir="auto" className="min-w-0 text-right wrap-anywhere tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      {texts.map((name) => (
        <div key={name}>
          <dt className="text-muted">{fieldLabel(name)}</dt>
          <dd>
            <Clipped tall says>
              {trip[name]}
            </Clipped>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A fact in one line; null if it is missing or shown in another place. */
function factOf(trip: Trip, name: PlainFieldName): ReactNode {
  const { kind, isOptional, usual, shown = String } = plainField(name);
  const value = trip[name] ?? null;
  if (kind === 'minutes') return value === null ? null : formatMinutes(Number(value));
  if (kind === 'longText' || !isOptional || value === null || value === usual) return null;
  return shown(String(value));
}
