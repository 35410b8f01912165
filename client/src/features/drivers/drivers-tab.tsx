import { type Driver, driverName } from '@shared/drivers';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { PersonDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { messageOf } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { useDrivers } from './api';
import { DeleteDriverDialog } from './components/delete-driver-dialog';
import { driverColumns } from './components/driver-columns';
import { DriverDialog } from './components/driver-dialog';

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; driver: Driver } | null;

/** The holder's drivers: add, edit, delete. */
export function DriversTab() {
  const drivers = useDrivers();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const add = () => setDialog({ kind: 'add' });
  const hasDrivers = drivers.data !== undefined && drivers.data.length > 0;

  return (
    <>
      <PageHeader
        title="Driver Management"
        actions={
          hasDrivers && (
            <Button variant="primary" icon={Plus} onClick={add}>
              Add Driver
            </Button>
          )
        }
      />
      {drivers.isPending && <DataTableSkeleton label="Loading drivers" rows={3} />}
      {drivers.isError && (
        <Card>
          <ErrorState
            title="The drivers could not be loaded"
            message={messageOf(drivers.error, 'Please try again.')}
            onRetry={() => drivers.refetch()}
            retrying={drivers.isFetching}
          />
        </Card>
      )}
      {drivers.isSuccess && !hasDrivers && (
        <Card>
          <EmptyState
            drawing={<PersonDrawing />}
            title="No drivers registered yet."
            hint="Trips are logged for a driver, so this comes first."
            action={
              <Button variant="primary" onClick={add}>
                Add Your First Driver
              </Button>
            }
          />
        </Card>
      )}
      {drivers.isSuccess && hasDrivers && (
        <DataTable
          caption="Drivers"
          columns={driverColumns(now())}
          rows={drivers.data}
          rowKey={({ id }) => id}
          cardTitle={driverName}
          actions={(driver) => (
            <>
              <IconButton
                icon={Pencil}
                label={`Edit driver: ${driverName(driver)}`}
                onClick={() => setDialog({ kind: 'edit', driver })}
              />
              <IconButton
                icon={Trash2}
                tone="danger"
                label={`Delete driver: ${driverName(driver)}`}
                onClick={() => setDialog({ kind: 'delete', driver })}
              />
            </>
          )}
        />
      )}
      <DriverDialog
        open={dialog?.kind === 'add' || dialog?.kind === 'edit'}
        driver={dialog?.kind === 'edit' ? dialog.driver : null}
        onClose={close}
      />
      <DeleteDriverDialog driver={dialog?.kind === 'delete' ? dialog.driver : null} onClose={close} />
    </>
  );
}
