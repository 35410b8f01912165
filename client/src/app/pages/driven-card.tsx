import { countOf } from '@shared/figures';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import type { DrivenVehicle } from '@shared/vehicles/driven';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { useDriven } from '@/features/dated/api';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useNow } from '@/lib/clock';
import { addressOf } from '../tabs/tab-address';
import { type PageOf, plainLink } from './page-parts';

const DAYS_BACK = 365;

type Usual = { id: string; name: string };
type DrivenCardProps = {
  of: PageOf;
  /** A driver's usual vehicle, or those whose usual one a vehicle is. */
  usual: readonly Usual[];
  action?: ReactNode;
};

/** The vehicles of a driver, or the drivers of a vehicle: who usually drives it, and who drove it when. */
export function DrivenCard({ of, usual, action }: DrivenCardProps) {
  const today = brisbaneDay(useNow());
  const driven = useDriven({ ...of, from: addDays(today, -DAYS_BACK), to: today });
  const [title, folder] = of.driverId ? ['Vehicles', 'vehicles'] : ['Drivers', 'drivers'];
  const other = (pair: DrivenVehicle): Usual =>
    of.driverId
      ? { id: pair.vehicleId, name: pair.vehicleRegistration }
      : { id: pair.driverId, name: pair.driverName };
  const { data: drivers = [] } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  // one that was removed has no page
  const pages = new Set([...drivers, ...vehicles].map(({ id }) => id));
  const pairs = driven.data ?? [];
  const notDriven = usual.filter(({ id }) => !pairs.some((pair) => other(pair).id === id));
  const nameOf = ({ id, name }: Usual) => (
    <>
      {pages.has(id) ? (
        <Link href={`/${folder}/${id}`} className={`font-medium ${plainLink}`}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="font-medium">{name}</bdi>
      )}{' '}
      {usual.some((one) => one.id === id) && <Badge tone="success">usual</Badge>}
    </>
  );

  return (
    <Card
      title={title}
      description={of.driverId ? 'Driven in the last year.' : 'Who drove it in the last year.'}
      actions={action}
    >
      <QueryState
        query={driven}
        failed={`The ${folder} could not be loaded`}
        skeleton={<ListSkeleton label={`Loading the ${folder}`} rows={2} />}
      />
      {driven.data && (
        <ul aria-label={title} className="divide-y divide-line">
          {notDriven.map((one) => (
            <li key={one.id} className="py-2">
              {nameOf(one)}
              <p className="text-sm text-muted">No trips or shifts yet</p>
            </li>
          ))}
          {pairs.map((pair) => (
            <li key={other(pair).id} className="py-2">
              {nameOf(other(pair))}
              <p className="text-sm text-muted">
                {spanOf(pair)} · {drivenText(pair)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {driven.data && pairs.length + notDriven.length === 0 && (
        <p className="text-sm text-muted">{of.driverId ? 'No vehicle' : 'Nobody'} in the last year.</p>
      )}
    </Card>
  );
}

const spanOf = ({ firstDay, lastDay }: DrivenVehicle) =>
  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;

/** "45 trips and 12 shifts on 12 days", with the trips as a link. */
const drivenText = ({ driverId, vehicleId, trips, shifts, days }: DrivenVehicle) => (
  <>
    {trips > 0 && (
      <Link
        href={addressOf('history', new URLSearchParams({ driverId, vehicleId }).toString())}
        className="underline underline-offset-4"
      >
        {countOf(trips, 'trip')}
      </Link>
    )}
    {trips > 0 && shifts > 0 && ' and '}
    {shifts > 0 && countOf(shifts, 'shift')} on {countOf(days, 'day')}
  </>
);
