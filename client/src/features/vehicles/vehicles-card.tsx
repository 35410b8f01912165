import { type Driver, driverName, isActiveDriver } from '@shared/drivers';
import { addDays, brisbaneDay, formatDay } from '@shared/periods';
import { assumedCount, assumedFacts, assumedText } from '@shared/vehicles/assumed';
import { callSignOn } from '@shared/vehicles/call-signs';
import { isAvailableOn, LICENCE_LABELS, type Vehicle } from '@shared/vehicles/vehicles';
import { FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ComponentType, Fragment } from 'react';
import { Link } from 'wouter';
import { useNamedRow, useRowDialog } from '@/components/row-list';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { CarDrawing } from '@/components/ui/drawings';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { useDriven } from '@/features/dated/api';
import { now } from '@/lib/clock';
import { DeleteVehicleDialog } from './delete-vehicle-dialog';
import { clashingLicences, licenceExpiry, shownLicence } from './licences';
import { RenewDialog } from './renew-dialog';
import { useVehicles } from './use-vehicles';
import { VehicleDialog } from './vehicle-dialog';

type VehiclesCardProps = {
  /** The holder's drivers, as far as they are known. */
  drivers?: readonly Driver[] | undefined;
  /** The vehicle to open; 'new' adds one. */
  vehicleId?: string | null;
  /** Called when it is open, or is not one of the holder's. */
  onOpened?: () => void;
  /** Asks since when a driver drives a vehicle. */
  ChangeCar?: ComponentType<{ driver: Driver; vehicleId: string; onClose: () => void }>;
};

/** Who was seen in a vehicle lately stands next to its usual drivers. */
const DRIVEN_DAYS = 92;
type VehicleDriver = { id: string; name: string; lastDay?: string };

/** The holder's vehicles, below its drivers (docs/product/vehicles.md#vehicles). */
export function VehiclesCard({ drivers = [], vehicleId, onOpened, ChangeCar }: VehiclesCardProps) {
  const vehicles = useVehicles();
  const active = drivers.filter((driver) => isActiveDriver(driver, now()));
  const today = brisbaneDay(now());
  const { data: driven = [] } = useDriven({ from: addDays(today, -DRIVEN_DAYS), to: today });
  function driversOf({ id }: Vehicle): VehicleDriver[] {
    const usual = active.filter((driver) => driver.vehicleId === id);
    const others = driven.filter(
      (pair) => pair.vehicleId === id && !usual.some((driver) => driver.id === pair.driverId),
    );
    return [
      ...usual.map((driver) => ({ id: driver.id, name: driverName(driver) })),
      ...others.map(({ driverId, driverName: name, lastDay }) => ({ id: driverId, name, lastDay })),
    ];
  }

  const { dialog, open, close } = useRowDialog();
  const edit = (vehicle: Vehicle) => open(<VehicleDialog vehicle={vehicle} onClose={close} />);
  const add = () =>
    open(
      <VehicleDialog
        vehicle={null}
        drivers={ChangeCar ? active : []}
        onAdded={(vehicle, driver) =>
          ChangeCar && open(<ChangeCar driver={driver} vehicleId={vehicle.id} onClose={close} />)
        }
        onClose={close}
      />,
    );
  useNamedRow(vehicleId, vehicles, (vehicle) => {
    if (vehicle) edit(vehicle);
    else if (vehicleId === 'new') add();
    onOpened?.();
  });

  return (
    <section id="vehicles" aria-label="Vehicles" className="mt-8">
      <PageHeader
        title="Vehicles"
        actions={
          vehicles.data?.length !== 0 && (
            <>
              <Link href="/drivers/import" className={buttonClass('secondary')}>
                <FileUp className="size-4" />
                From a spreadsheet
              </Link>
              <Button icon={Plus} onClick={add}>
                Add Vehicle
              </Button>
            </>
          )
        }
      />
      {vehicles.isPending && <DataTableSkeleton label="Loading vehicles" rows={3} columns={7} isBroad />}
      {vehicles.isError && (
        <Card>
          <QueryState query={vehicles} failed="The vehicles could not be loaded" />
        </Card>
      )}
      {vehicles.data?.length === 0 && (
        <Card>
          <EmptyState
            drawing={<CarDrawing />}
            title="No vehicles yet."
            hint="A driver's vehicle is added with the driver. Add others here, such as a spare car or a substitute taxi."
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button onClick={add}>Add a Vehicle</Button>
                <Link href="/drivers/import" className={buttonClass('secondary')}>
                  <FileUp className="size-4" />
                  From a spreadsheet
                </Link>
              </div>
            }
          />
        </Card>
      )}
      <AssumedNotice vehicles={vehicles.data ?? []} />
      {vehicles.data && vehicles.data.length > 0 && (
        <VehicleTable
          vehicles={vehicles.data}
          driversOf={driversOf}
          onEdit={edit}
          onRenew={(vehicle) => open(<RenewDialog vehicle={vehicle} onClose={close} />)}
          onDelete={(vehicle) =>
            open(
              <DeleteVehicleDialog vehicle={vehicle} drivers={namesOf(driversOf(vehicle))} onClose={close} />,
            )
          }
        />
      )}
      {dialog}
    </section>
  );
}

function AssumedNotice({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const count = vehicles.flatMap(assumedFacts).length;
  return (
    count > 0 && (
      <Alert variant="due" title={assumedCount(count)} className="mb-3">
        Nobody has said these days, and reports have them.{' '}
        <Link href="/assumed-facts" className="font-medium underline underline-offset-4">
          Confirm or correct them
        </Link>
      </Alert>
    )
  );
}

type VehicleTableProps = {
  vehicles: readonly Vehicle[];
  driversOf: (vehicle: Vehicle) => VehicleDriver[];
  onEdit: (vehicle: Vehicle) => void;
  onRenew: (vehicle: Vehicle) => void;
  onDelete: (vehicle: Vehicle) => void;
};

const VehicleTable = ({ vehicles, driversOf, onEdit, onRenew, onDelete }: VehicleTableProps) => (
  <DataTable
    caption="Vehicles"
    isBroad
    columns={vehicleColumns(brisbaneDay(now()), driversOf, vehicles)}
    rows={vehicles}
    rowKey={({ id }) => id}
    cardHref={pageOf}
    cardTitle={(vehicle) => (
      <>
        {registrationCell(vehicle)} {vehicle.description}
      </>
    )}
    cardSubtitle={(vehicle) => <Subtitle vehicle={vehicle} drivers={namesOf(driversOf(vehicle))} />}
    cardNotes={(vehicle) =>
      assumedFacts(vehicle).map((fact) => (
        <p key={assumedText(fact)} className="text-due">
          {assumedText(fact)}, assumed
        </p>
      ))
    }
    actions={(vehicle) => (
      <>
        {vehicle.licences.length > 0 && (
          <Button
            variant="ghost"
            className="px-2! text-sm"
            aria-label={`Renew licence: ${vehicle.registration}`}
            onClick={() => onRenew(vehicle)}
          >
            Renew
          </Button>
        )}
        <IconButton
          icon={Pencil}
          label={`Edit vehicle: ${vehicle.registration}`}
          onClick={() => onEdit(vehicle)}
        />
        <IconButton
          icon={Trash2}
          tone="danger"
          label={`Delete vehicle: ${vehicle.registration}`}
          onClick={() => onDelete(vehicle)}
        />
      </>
    )}
  />
);

const pageOf = ({ id }: Vehicle) => `/vehicles/${id}`;

/** "Amy Young, Ben Old (12/11/2026)": the second was seen in it then. */
const namesOf = (drivers: readonly VehicleDriver[]) =>
  drivers.map(({ name, lastDay }) => (lastDay ? `${name} (${formatDay(lastDay)})` : name)).join(', ');

const SHOWN_DRIVERS = 3;
const DriverLinks = ({ drivers }: { drivers: readonly VehicleDriver[] }) => (
  <>
    {drivers.slice(0, SHOWN_DRIVERS).map((driver, index) => (
      <Fragment key={driver.id}>
        {index > 0 && ', '}
        <Link
          href={`/drivers/${driver.id}`}
          className="inline-block max-w-56 truncate align-bottom text-brand underline-offset-4 hover:underline"
        >
          {driver.name}
        </Link>
        {driver.lastDay && <span className="text-muted"> ({formatDay(driver.lastDay)})</span>}
      </Fragment>
    ))}
    {drivers.length > SHOWN_DRIVERS && ` and ${drivers.length - SHOWN_DRIVERS} more`}
  </>
);

const CallSign = ({ vehicle }: { vehicle: Vehicle }) => {
  const callSign = callSignOn(vehicle, brisbaneDay(now()));
  return callSign && <Badge>{callSign}</Badge>;
};

const registrationCell = (vehicle: Vehicle) => (
  <>
    {vehicle.registration} <CallSign vehicle={vehicle} />{' '}
    {vehicle.isSubcontracted && <Badge>Subcontracted</Badge>}
  </>
);

export const notAvailable = (vehicle: Vehicle, today: string) =>
  !isAvailableOn(vehicle, today) && <Badge>Not available</Badge>;

const noLicence = ({ isSubstituteTaxi }: Vehicle) =>
  isSubstituteTaxi ? 'Substitute taxi, no licence' : 'Licence not known';

/** A phone's line on a vehicle below its registration. */
function Subtitle({ vehicle, drivers }: { vehicle: Vehicle; drivers: string }) {
  const today = brisbaneDay(now());
  const licence = shownLicence(vehicle, today);
  const expires = licence?.expires && `Expires ${formatDay(licence.expires)}`;
  return (
    <>
      <bdi>{licence ? (expires ?? `Licence ${licence.number}`) : noLicence(vehicle)}</bdi>{' '}
      <LicenceBadges vehicle={vehicle} /> {notAvailable(vehicle, today)}
      {drivers && (
        <>
          {' '}
          · <bdi>{drivers}</bdi>
        </>
      )}
    </>
  );
}

const AssumedBadge = () => <Badge tone="due">assumed</Badge>;

function LicenceBadges({ vehicle }: { vehicle: Vehicle }) {
  const expiry = licenceExpiry(vehicle, brisbaneDay(now()));
  return (
    <>
      {clashingLicences(vehicle).length > 0 && <Badge tone="due">two at once</Badge>}{' '}
      {expiry && <Badge tone={expiry.tone}>{expiry.text.replace(/^expires /, '')}</Badge>}
    </>
  );
}

/** The columns of the vehicles table, absent from cards. */
const vehicleColumns = (
  today: string,
  driversOf: (vehicle: Vehicle) => VehicleDriver[],
  vehicles: readonly Vehicle[],
): readonly Column<Vehicle>[] => {
  const columns: Record<string, Column<Vehicle>['cell']> = {
    Registration: (vehicle) => (
      <>
        <Link href={pageOf(vehicle)} className="font-medium text-brand underline-offset-4 hover:underline">
          {vehicle.registration}
        </Link>{' '}
        <CallSign vehicle={vehicle} /> {vehicle.isSubcontracted && <Badge>Subcontracted</Badge>}
      </>
    ),
    Description: ({ description }) => description && <Clipped>{description}</Clipped>,
    Licence: (vehicle) => {
      const licence = shownLicence(vehicle, today);
      if (!licence) return noLicence(vehicle);
      return (
        <>
          <Clipped className="sm:leading-4.5">{licence.number}</Clipped>
          {licence.kind !== 'booked-hire' && (
            <span className="text-muted">{LICENCE_LABELS[licence.kind]} </span>
          )}
          {licence.isAssumed && <AssumedBadge />}
        </>
      );
    },
    Expires: (vehicle) => {
      const expires = shownLicence(vehicle, today)?.expires;
      return (
        <>
          {expires ? formatDay(expires) : '–'} <LicenceBadges vehicle={vehicle} />
        </>
      );
    },
    'Available From': ({ availableFrom, availability }) =>
      availableFrom && (
        <>
          {formatDay(availableFrom)} {availability.at(-1)?.isAssumed && <AssumedBadge />}
        </>
      ),
    'Available To': (vehicle) => (
      <>
        {vehicle.availableTo && formatDay(vehicle.availableTo)} {notAvailable(vehicle, today)}
      </>
    ),
    Drivers: (vehicle) => {
      const drivers = driversOf(vehicle);
      return drivers.length > 0 ? <DriverLinks drivers={drivers} /> : null;
    },
  };
  if (!vehicles.some(({ description }) => description)) delete columns.Description;
  return Object.entries(columns).map(([header, cell]) => ({ header, cell, minor: true, inCardTitle: true }));
};
