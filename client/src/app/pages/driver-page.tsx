import { type Driver, driverName, isActiveDriver } from '@shared/drivers';
import { PAGE_SIZE } from '@shared/limits';
import { formatDate, formatDay } from '@shared/periods';
import { orNotKnown } from '@shared/vehicles/vehicles';
import { Car, FileText, Pencil, Smartphone, Trash2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CarDrawing } from '@/components/ui/drawings';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { useActivity } from '@/features/activity/activity-card';
import { ChangeCarDialog } from '@/features/drivers/change-car-dialog';
import { DeleteDriverDialog } from '@/features/drivers/delete-driver-dialog';
import { DriverDialog } from '@/features/drivers/driver-dialog';
import { DriverReportDialog } from '@/features/drivers/driver-report-dialog';
import { ExpiryBadge } from '@/features/drivers/drivers-card';
import { usePhonesText } from '@/features/drivers/phones/api';
import { PhonesDialog } from '@/features/drivers/phones/phones-dialog';
import { TakeBack } from '@/features/drivers/take-back';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useNow } from '@/lib/clock';
import { addressOf } from '../tabs/tab-address';
import { usePageTitle } from '../use-page-title';
import { DrivenCard } from './driven-card';
import { HoursCard } from './hours-card';
import { column, columns, Facts, Gone, OneOf, Past, plainLink } from './page-parts';
import { TripsCard } from './trips-card';

/** One driver on one screen (docs/product/drivers.md#pages). */
export const DriverPage = ({ id }: { id: string }) => (
  <OneOf what="driver" id={id} query={useDrivers()} gone={<Removed id={id} />}>
    {(driver) => <Found driver={driver} />}
  </OneOf>
);

/** A driver who is in no list any more: one who was removed can be taken back. */
function Removed({ id }: { id: string }) {
  const { data, isPending } = useActivity({ about: id, search: '', page: 1, limit: PAGE_SIZE });
  const removal = data?.events.find(({ entity, action }) => entity === 'driver' && action === 'deleted');
  if (isPending) return null;
  if (!removal) return <Gone what="driver" />;
  const name = removal.subject ?? 'The driver';
  return (
    <Card>
      <EmptyState
        drawing={<CarDrawing />}
        title={`${name} was removed`}
        hint={`On ${formatDate(new Date(removal.at))}. The trips are in Trip History.`}
        action={<TakeBack id={id} name={name} />}
      />
    </Card>
  );
}

function Found({ driver }: { driver: Driver }) {
  const [, navigate] = useLocation();
  const { dialog, open, close } = useRowDialog();
  const name = driverName(driver);
  const isActive = isActiveDriver(driver, useNow());
  const textOfPhones = usePhonesText();
  const of = { driverId: driver.id };
  const { vehicleId, vehicleRegistrationNumber, authorisationExpires } = driver;
  usePageTitle(name);

  return (
    <>
      <PageHeader
        title={name}
        hasWideActions
        offline="You're offline. Changes need the internet."
        description={
          <span className="mt-1 block">
            {isActive ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>}
            {driver.isSubcontracted && <Badge>Subcontracted</Badge>}
            <ExpiryBadge driver={driver} />
          </span>
        }
        actions={
          <>
            <Button icon={Pencil} onClick={() => open(<DriverDialog driver={driver} onClose={close} />)}>
              Edit
            </Button>
            <Button icon={Car} onClick={() => open(<ChangeCarDialog driver={driver} onClose={close} />)}>
              Now drives …
            </Button>
            {isActive && (
              <Button
                icon={Smartphone}
                onClick={() => open(<PhonesDialog driver={driver} onClose={close} />)}
              >
                {driver.firstName || name}'s phone
              </Button>
            )}
            <Button
              icon={FileText}
              onClick={() => open(<DriverReportDialog driver={driver} onClose={close} />)}
            >
              Report
            </Button>
            <Button
              icon={Trash2}
              onClick={() =>
                open(
                  <DeleteDriverDialog
                    driver={driver}
                    onDeleted={() => {
                      close();
                      navigate(addressOf('drivers'));
                    }}
                    onClose={close}
                  />,
                )
              }
            >
              Remove
            </Button>
          </>
        }
      />
      <div className={columns}>
        <div className={column}>
          <Card title="Details">
            <Facts
              facts={{
                'Driver Authority License': driver.driverAuthorityLicense,
                'Authorisation Expires': authorisationExpires
                  ? formatDay(authorisationExpires)
                  : 'Not entered',
                'Vehicle Registration': vehicleId ? (
                  <Link href={`/vehicles/${vehicleId}`} className={plainLink}>
                    {vehicleRegistrationNumber}
                  </Link>
                ) : (
                  orNotKnown(vehicleRegistrationNumber)
                ),
                'Booked Hire Service License': orNotKnown(driver.bookedHireServiceLicense),
                'Start Date': formatDate(new Date(driver.startDate)),
                'End Date': driver.endDate && formatDate(new Date(driver.endDate)),
                Phones: textOfPhones(driver),
              }}
            />
          </Card>
          <TripsCard {...of} />
          <DrivenCard of={of} usual={vehicleId ? [{ id: vehicleId, name: vehicleRegistrationNumber }] : []} />
        </div>
        <div className={column}>
          <HoursCard of={of} isActive={isActive} />
          <Past of="drivers" id={driver.id} />
        </div>
      </div>
      {dialog}
    </>
  );
}
