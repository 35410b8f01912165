import type { ExportTripsQuery, TripSort } from '@shared/trips/trip-list';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { pathOf, send } from '@/lib/api-client';
import { saveFile } from '@/lib/download';
import { toast, toastError } from '@/lib/toast';
import { countOfTrips } from '../../trip-text';
import { useFilterWords } from '../filters/use-filter-words';
import { countSelected, type TripSelection } from './trip-selection';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

const queryOf = (selection: TripSelection) =>
  'matching' in selection
    ? selection.matching.filters
    : { ids: selection.trips.map(({ id }) => id).join(',') };

type ExportTripsDialogProps = { selection: TripSelection; sorting: TripSort; onClose: () => void };

/** Saves selected trips, or all that match, as a workbook or as CSV. Closing it aborts the export. */
export function ExportTripsDialog({ selection, sorting, onClose }: ExportTripsDialogProps) {
  const { sort, order } = sorting;
  const words = useFilterWords();
  const which = 'matching' in selection ? words.text(selection.matching.filters) : 'those selected';
  const [received, setReceived] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const isExporting = received !== null;

  useEffect(() => () => running.current?.abort(), []);

  async function exportAs(format: 'excel' | 'csv') {
    running.current = new AbortController();
    const { signal } = running.current;
    setReceived(0);
    try {
      const query = { ...queryOf(selection), sort, order, format };
      const file = await fetchTripsExport(query, setReceived, signal);
      saveFile(file, format === 'csv' ? 'trips-export.csv' : 'trips-export.xlsx');
    } catch (error) {
      if (!signal.aborted) toastError(error, 'Failed to export trips');
      setReceived(null);
      return;
    }
    toast({ title: 'Trips exported successfully' });
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title="Export trips"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">
            {countOfTrips(countSelected(selection))}, {which || 'no filters'}
          </p>
          {/* in one line's place, so that the buttons stay where they are */}
          <p role="status" className="flex flex-wrap items-center gap-x-3">
            {isExporting ? (
              <>
                Exporting. <span aria-hidden="true">{megabytes(received)} so far.</span>
                <progress aria-label="Exporting trips" className="min-w-0 grow basis-20" />
              </>
            ) : (
              'In the order shown, on all pages.'
            )}
          </p>
        </>
      }
    >
      <DialogActions>
        {isExporting ? (
          <Button onClick={() => running.current?.abort()}>Stop</Button>
        ) : (
          <>
            <Button onClick={() => void exportAs('csv')}>CSV file</Button>
            <Button variant="primary" onClick={() => void exportAs('excel')}>
              Excel file
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** @throws ApiError or NetworkError when it is refused; Error when it breaks off; AbortError by `signal` */
async function fetchTripsExport(
  query: ExportTripsQuery,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { body } = await send('GET', pathOf(['/api/export/trips', query]), undefined, { signal });
  if (!body) throw new Error('Export failed');
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, stream) {
      bytes += chunk.length;
      onProgress(bytes);
      stream.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted)).blob();
}
