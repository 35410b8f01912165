import { driverName, isActiveDriver } from '@shared/drivers';
import { brisbaneDay, formatDay } from '@shared/periods';
import { assumedCount, assumedFacts, assumedText } from '@shared/vehicles/assumed';
import { callSignOn } from '@shared/vehicles/call-signs';
import {
  LICENCE_LABELS,
  type Licence,
  licenceInForce,
  type Vehicle,
  vehicleName,
} from '@shared/vehicles/vehicles';
import { CalendarPlus, Pencil, Trash2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useRowDialog } from '@/components/row-list';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { useDrivers } from '@/features/drivers/use-drivers';
import { DeleteVehicleDialog } from '@/features/vehicles/delete-vehicle-dialog';
import { clashingLicences, licenceExpiry } from '@/features/vehicles/licences';
import { RenewDialog } from '@/features/vehicles/renew-dialog';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { VehicleDialog } from '@/features/vehicles/vehicle-dialog';
import { notAvailable } from '@/features/vehicles/vehicles-card';
import { useNow } from '@/lib/clock';
import { useAsked } from '@/lib/hooks/use-asked';
import { addressOf } from '../tabs/tab-address';
import { usePageTitle } from '../use-page-title';
import { DrivenCard } from './driven-card';
import { HoursCard } from './hours-card';
import { column, columns, Facts, OneOf, Past, plainLink } from './page-parts';
import { TripsCard } from './trips-card';

/** One vehicle on one screen (docs/product/drivers.md#pages). */
export const VehiclePage = ({ id }: { id: string }) => (
  <OneOf what="vehicle" id={id} query={useVehicles()}>
    {(vehicle) => <Found vehicle={vehicle} />}
  </OneOf>
);

function Found({ vehicle }: { vehicle: Vehicle }) {
  const [, navigate] = useLocation();
  const { dialog, open, close } = useRowDialog();
  const { data: drivers = [] } = useDrivers();
  const now = useNow();
  const today = brisbaneDay(now);
  const usual = drivers
    .filter((driver) => driver.vehicleId === vehicle.id && isActiveDriver(driver, now))
    .map((driver) => ({ id: driver.id, name: driverName(driver) }));
  const expiry = licenceExpiry(vehicle, today);
  const of = { vehicleId: vehicle.id };
  const renew = () => open(<RenewDialog vehicle={vehicle} onClose={close} />);
  useAsked('renew', renew);
  usePageTitle(vehicle.registration);

  return (
    <>
      <PageHeader
        title={vehicleName(vehicle, today)}
        hasWideActions
        offline="You're offline. Changes need the internet."
        description={
          <span className="mt-1 block empty:hidden">
            {notAvailable(vehicle, today)}
            {vehicle.isSubstituteTaxi && <Badge>Substitute taxi</Badge>}
            {vehicle.isSubcontracted && <Badge>Subcontracted</Badge>}
            {clashingLicences(vehicle).length > 0 && <Badge tone="due">Two licences at once</Badge>}
            {expiry && <Badge tone={expiry.tone}>Licence {expiry.text}</Badge>}
          </span>
        }
        actions={
          <>
            <Button icon={Pencil} onClick={() => open(<VehicleDialog vehicle={vehicle} onClose={close} />)}>
              Edit
            </Button>
            {vehicle.licences.length > 0 && (
              <Button icon={CalendarPlus} onClick={renew}>
                Renew licence
              </Button>
            )}
            <Button
              icon={Trash2}
              onClick={() =>
                open(
                  <DeleteVehicleDialog
                    vehicle={vehicle}
                    drivers={usual.map(({ name }) => name).join(', ')}
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
      <Assumed vehicle={vehicle} />
      <div className={columns}>
        <div className={column}>
          <Card title="Details">
            <Facts
              facts={{
                Registration: vehicle.registration,
                'Call sign': callSignOn(vehicle, today),
                Description: vehicle.description,
                Available: vehicle.availability.map(({ from, to }) => (
                  <div key={from}>
                    {to ? `${formatDay(from)} to ${formatDay(to)}` : `Since ${formatDay(from)}`}
                  </div>
                )),
                Licences: <Licences key="licences" vehicle={vehicle} today={today} />,
                Notes: vehicle.notes,
              }}
            />
          </Card>
          <DrivenCard of={of} usual={usual} />
          <TripsCard {...of} />
        </div>
        <div className={column}>
          <HoursCard of={of} />
          <Past of="vehicles" id={vehicle.id} />
        </div>
      </div>
      {dialog}
    </>
  );
}

/** The licences, the latest first. */
function Licences({ vehicle: { licences, isSubstituteTaxi }, today }: { vehicle: Vehicle; today: string }) {
  const inForce = licenceInForce(licences, today);
  if (licences.length === 0) return isSubstituteTaxi ? 'Substitute taxi, no licence' : 'Not known';
  return (
    <ul className="space-y-2">
      {licences.toReversed().map((licence) => (
        <li key={`${licence.number} ${licence.from}`}>
          <span className="font-medium">{licence.number}</span>{' '}
          {licence === inForce && <Badge tone="success">in force</Badge>}
          <span className="block text-muted">
            {LICENCE_LABELS[licence.kind]}, {daysOf(licence)}
          </span>
        </li>
      ))}
    </ul>
  );
}

const daysOf = ({ from, expires }: Licence) =>
  expires ? `${formatDay(from)} to ${formatDay(expires)}` : `since ${formatDay(from)}`;

/** What the software assumed of the vehicle, and where it is confirmed. */
function Assumed({ vehicle }: { vehicle: Vehicle }) {
  const facts = assumedFacts(vehicle);
  if (facts.length === 0) return null;
  return (
    <Alert variant="due" title={assumedCount(facts.length)} className="mb-4">
      {facts.map((fact) => (
        <p key={assumedText(fact)}>{assumedText(fact)}</p>
      ))}
      <Link href="/assumed-facts" className={plainLink}>
        Confirm or correct
      </Link>
    </Alert>
  );
}
