import { type Driver, driverName, isActiveDriver } from '@shared/drivers';
import { foldText } from '@shared/fold-text';
import { brisbaneDay, formatDate } from '@shared/periods';
import { expiryText } from '@shared/to-do/expiry';
import { orNotKnown } from '@shared/vehicles/vehicles';
import { Clock, FileText, FileUp, Pencil, Plus, Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useNamedRow, useRowDialog } from '@/components/row-list';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { PersonDrawing } from '@/components/ui/drawings';
import { SearchField } from '@/components/ui/form/search-field';
import { PageHeader } from '@/components/ui/page-header';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { DeleteDriverDialog } from './delete-driver-dialog';
import { DriverDialog, LICENCES } from './driver-dialog';
import { DriverReportDialog } from './driver-report-dialog';
import { usePhonesText } from './phones/api';
import { PhonesDialog } from './phones/phones-dialog';
import { phoneOf } from './phones/phones-text';
import { WaitedCard } from './phones/waited-card';
import { useDrivers } from './use-drivers';

const SEARCH = 'Search drivers';

type DriversCardProps = {
  /** The driver to open; 'new' adds one. */
  driverId?: string | null;
  /** Called when it is open, or is not one of the holder's. */
  onOpened?: () => void;
  /** Called once the driver that the address asked for is added. */
  onAdded?: (() => void) | undefined;
};

export function DriversCard({ driverId, onOpened, onAdded }: DriversCardProps) {
  const drivers = useDrivers();
  const { dialog, open, close } = useRowDialog();
  const edit = (driver: Driver | null, onSaved?: () => void) =>
    open(<DriverDialog driver={driver} onSaved={onSaved} onClose={close} />);
  const add = () => edit(null);
  useNamedRow(driverId, drivers, (driver) => {
    if (driver) edit(driver);
    else if (driverId === 'new') edit(null, onAdded);
    onOpened?.();
  });

  return (
    <>
      <PageHeader
        title="Driver Management"
        offline="You're offline. Changes need the internet."
        hasWideActions
        actions={
          drivers.data?.length !== 0 && (
            <>
              <Link href="/hours" className={buttonClass('secondary')}>
                <Clock className="size-4" />
                Hours
              </Link>
              <Link href="/drivers/import" className={buttonClass('secondary')}>
                <FileUp className="size-4" />
                From a spreadsheet
              </Link>
              <Button variant="primary" icon={Plus} onClick={add}>
                Add Driver
              </Button>
            </>
          )
        }
      />
      <WaitedCard />
      {drivers.isPending && <DriversSkeleton />}
      {drivers.isError && (
        <Card>
          <QueryState query={drivers} failed="The drivers could not be loaded" />
        </Card>
      )}
      {drivers.data?.length === 0 && (
        <Card>
          <EmptyState
            drawing={<PersonDrawing />}
            title="No drivers registered yet."
            hint="Trips are logged for a driver, so this comes first."
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button variant="primary" onClick={add}>
                  Add Your First Driver
                </Button>
                <Link href="/drivers/import" className={buttonClass('secondary')}>
                  <FileUp className="size-4" />
                  From a spreadsheet
                </Link>
              </div>
            }
          />
        </Card>
      )}
      {drivers.isSuccess && drivers.data.length > 0 && (
        <DriverList
          drivers={drivers.data}
          onEdit={(driver) => edit(driver)}
          onDelete={(driver) => open(<DeleteDriverDialog driver={driver} onClose={close} />)}
          onReport={(driver) => open(<DriverReportDialog driver={driver} onClose={close} />)}
          onPhone={(driver) => open(<PhonesDialog driver={driver} onClose={close} />)}
        />
      )}
      {dialog}
    </>
  );
}

const DriversSkeleton = () => (
  <div className="space-y-4">
    <div aria-hidden="true" className="animate-late">
      <p className="text-sm font-medium">{SEARCH}</p>
      <Skeleton className="mt-1 h-11 max-w-form pointer-fine:h-10" />
    </div>
    <DataTableSkeleton label="Loading drivers" rows={3} columns={8} isBroad />
    {/* the vehicles follow, once it is known where they begin */}
    <div aria-hidden="true" className="space-y-4">
      <h2 className="animate-late pt-4 text-lg font-semibold">Vehicles</h2>
      <DataTableSkeleton label="Loading vehicles" rows={3} columns={7} isBroad />
    </div>
  </div>
);

/** Searches names, licences and registrations: "wei 1ab" is Wei Brown of 1AB234. */
const isFound = (driver: Driver, words: readonly string[]) => {
  const text = foldText([driverName(driver), ...LICENCES.map(({ name }) => driver[name])].join(' '));
  return words.every((word) => text.includes(word));
};

type DriverListProps = {
  drivers: readonly Driver[];
  onEdit: (driver: Driver) => void;
  onDelete: (driver: Driver) => void;
  onReport: (driver: Driver) => void;
  onPhone: (driver: Driver) => void;
};

function DriverList({ drivers, onEdit, onDelete, onReport, onPhone }: DriverListProps) {
  const textOfPhones = usePhonesText();
  const [text, setText] = useState('');
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const found = drivers.filter((driver) => isFound(driver, words));
  return (
    <div className="space-y-4">
      <search>
        <SearchField
          label={SEARCH}
          className="max-w-form"
          value={text}
          placeholder="Name, licence or rego"
          onChange={setText}
        />
      </search>
      {found.length === 0 ? (
        <p role="status" className="py-4 text-center text-muted">
          No driver matches this search.
        </p>
      ) : (
        <DataTable
          caption="Drivers"
          isBroad
          columns={driverColumns(now(), textOfPhones)}
          rows={found}
          rowKey={({ id }) => id}
          cardTitle={driverName}
          cardHref={pageOf}
          cardSubtitle={(driver) => (
            <>
              {orNotKnown(driver.vehicleRegistrationNumber)}{' '}
              {!isActiveDriver(driver, now()) && <Badge>Inactive</Badge>}{' '}
              {driver.isSubcontracted && <Badge>Subcontracted</Badge>} <ExpiryBadge driver={driver} />
            </>
          )}
          cardNotes={textOfPhones}
          actions={(driver) => (
            <>
              {isActiveDriver(driver, now()) && (
                <IconButton icon={Smartphone} label={phoneOf(driver)} onClick={() => onPhone(driver)} />
              )}
              <IconButton
                icon={FileText}
                label={`Report for ${driverName(driver)}`}
                onClick={() => onReport(driver)}
              />
              <IconButton
                icon={Pencil}
                label={`Edit driver: ${driverName(driver)}`}
                onClick={() => onEdit(driver)}
              />
              <IconButton
                icon={Trash2}
                tone="danger"
                label={`Delete driver: ${driverName(driver)}`}
                onClick={() => onDelete(driver)}
              />
            </>
          )}
        />
      )}
    </div>
  );
}

/** Whether the authorisation of an active driver has expired or soon will, in words. */
export function ExpiryBadge({ driver }: { driver: Driver }) {
  const { authorisationExpires } = driver;
  const expiry = authorisationExpires && expiryText(authorisationExpires, brisbaneDay(now()));
  if (!expiry || !isActiveDriver(driver, now())) return null;
  return <Badge tone={expiry.isOver ? 'danger' : 'due'}>authorisation {expiry.text}</Badge>;
}

const pageOf = ({ id }: Driver) => `/drivers/${id}`;

/** The columns of the drivers table (docs/product/drivers.md#drivers), absent from cards; `now` decides who is active. */
const driverColumns = (
  now: Date,
  textOfPhones: (driver: Driver) => string | undefined,
): readonly Column<Driver>[] => [
  ...LICENCES.map(({ name, label }) => ({
    header: label,
    // what a driver is called by opens the page
    cell: (driver: Driver) => (
      <Clipped href={driver[name] === driverName(driver) ? pageOf(driver) : undefined}>
        {orNotKnown(driver[name])}
      </Clipped>
    ),
    inCardTitle: true,
  })),
  {
    header: 'Name',
    cell: (driver) =>
      driver.firstName || driver.lastName ? (
        <Clipped href={pageOf(driver)}>{driverName(driver)}</Clipped>
      ) : null,
    inCardTitle: true,
  },
  {
    header: 'Start Date',
    cell: (driver) => formatDate(new Date(driver.startDate)),
    inCardTitle: true,
  },
  {
    header: 'End Date',
    cell: (driver) => (driver.endDate ? formatDate(new Date(driver.endDate)) : null),
    minor: true,
    inCardTitle: true,
  },
  {
    header: 'Status',
    cell: (driver) => (
      <>
        {isActiveDriver(driver, now) ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>}{' '}
        {driver.isSubcontracted && <Badge>Subcontracted</Badge>} <ExpiryBadge driver={driver} />
        <p className="text-muted">{textOfPhones(driver)}</p>
      </>
    ),
    inCardTitle: true,
  },
];
