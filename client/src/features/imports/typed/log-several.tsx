import { Link } from 'wouter';
import { useGridRows } from '@/components/grid/use-grid-rows';
import { PageHeader } from '@/components/ui/page-header';
import { tripRows } from './typed-row';
import { TypedRows } from './typed-rows';
import { type LoadLocalities, useKnown } from './use-known';

type LogSeveralProps = { loadLocalities: LoadLocalities; onLeave: () => void };

export function LogSeveral({ loadLocalities, onLeave }: LogSeveralProps) {
  const { known, drivers } = useKnown(loadLocalities);
  const typed = useGridRows({ thing: 'several', count: 8, of: tripRows });
  return (
    <>
      <PageHeader
        title="Log several"
        description="One row for each trip, typed or pasted from a spreadsheet. All are logged together, or none."
        offline="Offline: the rows are kept, and can be logged once there is a network."
        missing={
          drivers.isError ? (
            <span className="text-due">
              Drivers could not be loaded.{' '}
              <button type="button" className="underline" onClick={() => void drivers.refetch()}>
                Try again
              </button>
            </span>
          ) : (
            drivers.data &&
            known.drivers.length === 0 && (
              <>
                No drivers yet.{' '}
                <Link href="/?tab=drivers" className="text-brand underline">
                  Add a driver
                </Link>
              </>
            )
          )
        }
      />
      <TypedRows
        typed={typed}
        known={known}
        name="Log several"
        onStored={() => typed.startOver()}
        onTakenBack={typed.putBack}
        onLeave={onLeave}
      />
    </>
  );
}
