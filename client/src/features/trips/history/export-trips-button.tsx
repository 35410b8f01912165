import type { TripFilters, TripSort } from '@shared/trips';
import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { saveFile } from '@/lib/api-client';
import { toast, toastError } from '@/lib/toast';
import { fetchTripsExport } from './export-trips';

type ExportTripsButtonProps = { filters: TripFilters & TripSort };

/** Saves the trips that the filters match as a workbook or as CSV. */
export function ExportTripsButton({ filters }: ExportTripsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={FileDown} onClick={() => setOpen(true)}>
        Export
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Export trips"
        description="Every trip that the filters match, in the order shown, on all pages."
      >
        <ExportChoices filters={filters} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Unmounting it aborts the export. */
function ExportChoices({ filters, onClose }: ExportTripsButtonProps & { onClose: () => void }) {
  const [received, setReceived] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const isExporting = received !== null;

  useEffect(() => () => running.current?.abort(), []);

  async function exportAs(format: 'excel' | 'csv') {
    running.current = new AbortController();
    const { signal } = running.current;
    setReceived(0);
    try {
      const file = await fetchTripsExport({ ...filters, format }, { onProgress: setReceived, signal });
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
    <>
      <div role="status" className="mt-4 min-h-12 text-sm">
        {isExporting && (
          <>
            <p>
              Exporting. <span aria-hidden="true">{megabytes(received)} so far.</span>
            </p>
            <progress aria-label="Exporting trips" className="mt-2 w-full" />
          </>
        )}
      </div>
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
    </>
  );
}
