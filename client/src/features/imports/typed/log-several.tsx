import { useGridRows } from '@/components/grid/use-grid-rows';
import { MissingDrivers } from '@/components/missing-drivers';
import { PageHeader } from '@/components/ui/page-header';
import { useKnown } from '@/features/places/use-known';
import { brisbaneNote } from '@/lib/clock';
import { tripRows } from './typed-row';
import { TypedRows } from './typed-rows';

export function LogSeveral({ onLeave }: { onLeave: () => void }) {
  const { known, drivers } = useKnown({ hasPlaces: true });
  const typed = useGridRows({ thing: 'several', count: 8, of: tripRows });
  return (
    <>
      <PageHeader
        title="Log several"
        description={[
          'One row for each trip, typed or pasted from a spreadsheet. If one row has a problem, nothing is saved until you fix it.',
          brisbaneNote(),
        ]
          .filter(Boolean)
          .join(' · ')}
        offline="You're offline. Your rows are kept. Log them once you're back online."
        missing={<MissingDrivers drivers={drivers} count={known.drivers.length} />}
      />
      <p className="mb-2 text-sm text-muted pointer-coarse:hidden">
        <kbd>Tab</kbd> goes to the next cell of a trip, <kbd>Enter</kbd> to the row below.
      </p>
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
