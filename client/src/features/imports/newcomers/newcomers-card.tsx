import { countOf } from '@shared/figures';
import {
  answersAsShown,
  type DriverAnswer,
  type Newcomers,
  type VehicleAnswer,
} from '@shared/imports/newcomers';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { type Ref, useCallback, useId, useMemo } from 'react';
import { Alert } from '@/components/ui/alert';
import { Card } from '@/components/ui/card';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import type { Draft } from '../file-answers';
import { DRIVER_HEADINGS, DriverRow } from './driver-row';
import {
  countNewcomers,
  isDriverOpen,
  isVehicleOpen,
  type NewcomerEdits,
  vehicleAnswer,
} from './newcomer-answers';
import { NewcomerList } from './newcomer-list';
import { VEHICLE_HEADINGS, VehicleRow } from './vehicle-row';

const LEFT_OUT = { as: 'left-out' } as const;
const and = (parts: readonly string[]) => new Intl.ListFormat('en-AU').format(parts);

/** "30 drivers and 20 vehicles"; empty where there are none. */
export const newcomersInWords = ({ drivers, vehicles }: { drivers: number; vehicles: number }): string =>
  and([
    ...(drivers > 0 ? [countOf(drivers, 'driver')] : []),
    ...(vehicles > 0 ? [countOf(vehicles, 'vehicle')] : []),
  ]);

type NewcomersCardProps = {
  newcomers: Newcomers;
  edits: NewcomerEdits;
  disabled: boolean;
  onChange: (change: (draft: Draft) => Draft) => void;
  ref: Ref<HTMLDivElement>;
};

/** The drivers and vehicles that a file brings, to be looked over and corrected before they are added. */
export function NewcomersCard({ newcomers, edits, disabled, onChange, ref }: NewcomersCardProps) {
  const { data: drivers = [] } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const list = useId();
  const shown = useMemo(() => answersAsShown(newcomers), [newcomers]);
  const change = useCallback(
    (update: (edits: NewcomerEdits) => NewcomerEdits) =>
      onChange((draft) => ({ ...draft, newcomers: update(draft.newcomers) })),
    [onChange],
  );
  const answerDriver = useCallback(
    (key: string, answer: DriverAnswer) =>
      change((before) => ({ ...before, drivers: new Map(before.drivers).set(key, answer) })),
    [change],
  );
  const answerVehicle = useCallback(
    (key: string, answer: VehicleAnswer) =>
      change((before) => ({ ...before, vehicles: new Map(before.vehicles).set(key, answer) })),
    [change],
  );
  const edited = edits.vehicles;
  const ofFile = useMemo(
    () =>
      newcomers.vehicles.flatMap((one) => {
        const answer = vehicleAnswer(one, { drivers: new Map(), vehicles: edited });
        const registration = answer.as === 'new' ? answer.registration?.trim() : '';
        return one.registration !== null && registration ? [registration] : [];
      }),
    [newcomers, edited],
  );
  const registrations = useMemo(
    () => [...new Set([...vehicles.map(({ registration }) => registration), ...ofFile])],
    [vehicles, ofFile],
  );
  const isKnownVehicle = useMemo(() => {
    const known = new Set(registrations.map(normaliseRegistration));
    return (registration: string) => known.has(normaliseRegistration(registration));
  }, [registrations]);

  if (newcomers.drivers.length + newcomers.vehicles.length === 0) return null;
  const counts = countNewcomers(newcomers, edits);
  const areNew = counts.drivers + counts.vehicles;
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Card
        title={
          areNew === 0
            ? 'Drivers and vehicles of the file'
            : `${newcomersInWords(counts)} ${areNew === 1 ? 'is' : 'are'} new. Add ${areNew === 1 ? 'it' : 'them'}?`
        }
        description={
          areNew > 0 && 'They are added with the trips, and undone with them. Change what is wrong.'
        }
      >
        <datalist id={list}>
          {registrations.map((registration) => (
            <option key={registration} value={registration} />
          ))}
        </datalist>
        <div className="space-y-4">
          {counts.open > 0 && (
            <Alert
              variant="due"
              title={`${newcomersInWords({ drivers: counts.openDrivers, vehicles: counts.openVehicles })} ${counts.open === 1 ? 'needs' : 'need'} an answer`}
            >
              {countOf(counts.waitingRows, 'row waits', 'rows wait')}. Fill in what is missing, say who or
              which it is, or leave it out.
            </Alert>
          )}
          <NewcomerList
            title="New drivers"
            headings={DRIVER_HEADINGS}
            all={newcomers.drivers}
            open={counts.openDrivers}
            disabled={disabled}
            onLeaveOut={() => {
              for (const one of newcomers.drivers)
                if (isDriverOpen(one, edits)) answerDriver(one.key, LEFT_OUT);
            }}
            row={(one, isTable) => (
              <DriverRow
                key={one.key}
                {...{ one, drivers, list, isKnownVehicle, isTable, disabled }}
                edit={edits.drivers.get(one.key)}
                shown={shown.drivers[one.key] ?? LEFT_OUT}
                onAnswer={answerDriver}
              />
            )}
          />
          <NewcomerList
            title="New vehicles"
            headings={VEHICLE_HEADINGS}
            all={newcomers.vehicles}
            open={counts.openVehicles}
            disabled={disabled}
            onLeaveOut={() => {
              for (const one of newcomers.vehicles)
                if (isVehicleOpen(one, edits)) answerVehicle(one.key, LEFT_OUT);
            }}
            row={(one, isTable) => (
              <VehicleRow
                key={one.key}
                {...{ one, vehicles, isTable, disabled }}
                others={ofFile}
                edit={edits.vehicles.get(one.key)}
                shown={shown.vehicles[one.key] ?? LEFT_OUT}
                onAnswer={answerVehicle}
              />
            )}
          />
        </div>
      </Card>
    </div>
  );
}
