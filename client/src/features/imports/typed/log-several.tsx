import { useGridRows } from '@/components/grid/use-grid-rows';
import { PageHeader } from '@/components/ui/page-header';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { tripRows } from './typed-row';
import { TypedRows } from './typed-rows';
import { type LoadLocalities, useKnown } from './use-known';

type LogSeveralProps = { loadLocalities: LoadLocalities; onLeave: () => void };

export function LogSeveral({ loadLocalities, onLeave }: LogSeveralProps) {
  const { known } = useKnown(loadLocalities);
  const typed = useGridRows({ thing: 'several', count: useIsWide() ? 8 : 1, of: tripRows });
  return (
    <>
      <PageHeader
        title="Log several"
        description="One row for each trip, typed or pasted from a spreadsheet. All are logged together, or none."
        offline="Offline: the rows are kept, and can be logged once there is a network."
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
