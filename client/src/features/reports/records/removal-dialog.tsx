import { countOf, formatCount } from '@shared/figures';
import { addDays, formatDay, isDay } from '@shared/periods';
import type { RemovalCounts, RemovalPreview, RemovedRecords } from '@shared/reports/removal';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FolderDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { DateField } from '@/components/date-field/date-field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Checkbox } from '@/components/ui/form/checkbox';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';
import { RECORDS } from './address';
import { useRecordsDownload } from './api';

const removalKey = ['/api/records/removal'];

/** Removes trips and shifts of more than two years ago, after a count and a download (docs/product/reports.md#removing-old-records). */
export function RemovalDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<string>();
  const before = typed !== undefined && isDay(typed) ? typed : undefined;
  const preview = useQuery<RemovalPreview>({ queryKey: [...removalKey, { before }] });
  const day = typed ?? preview.data?.before ?? '';
  return (
    <Dialog
      title="Remove old records"
      description="Trips and shifts have to be kept for two years. Older ones can be removed for good."
      onClose={onClose}
    >
      <div className="mt-4 space-y-4">
        <DateField
          label="Keep records from"
          hint={preview.data && `${formatDay(preview.data.latest)} or earlier.`}
          value={day}
          onChange={setTyped}
          error={typed !== undefined && !isDay(typed) ? 'Please enter the day' : undefined}
        />
        <QueryState
          query={preview}
          skeleton={<SkeletonGroup label="Counting" bars={['h-5 w-3/4', 'h-5', 'h-5 w-1/2']} />}
          failed="The old records could not be counted"
        />
        {preview.data && day === preview.data.before && (
          <Removal key={day} preview={preview.data} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** A request removes for some seconds, after it has waited for its turn. */
const REMOVAL_MS = 60_000;

const countsText = ({ trips, shifts }: RemovalCounts) =>
  `${countOf(trips, 'trip')} and ${countOf(shifts, 'shift')}`;

function Removal({ preview, onClose }: { preview: RemovalPreview; onClose: () => void }) {
  const { before, counts, deletedTrips, oldestDay, openRequests, stays } = preview;
  const [isSaved, setSaved] = useState(false);
  const records = useRecordsDownload();
  const { remove, removed, isPending } = useRemoval(preview);
  const all = counts.trips + counts.shifts;
  if (all === 0 || !oldestDay)
    return (
      <>
        <p>No records before {formatDay(before)}.</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  const kept = [
    countOf(stays.lodgements, 'lodgement'),
    countOf(stays.documents, 'document'),
    countOf(stays.drivers, 'driver'),
    countOf(stays.vehicles, 'vehicle'),
  ].filter((count) => !count.startsWith('0 '));
  return (
    <>
      <Alert variant="due" title={`${countsText(counts)} before ${formatDay(before)}`}>
        <p>
          The oldest is from {formatDay(oldestDay)}.{' '}
          {deletedTrips > 0 &&
            `${formatCount(deletedTrips)} of the trips ${deletedTrips === 1 ? 'is' : 'are'} already deleted. `}
          This cannot be undone.
        </p>
      </Alert>
      <p className="text-sm text-muted">
        What stays: {kept.join(', ')}, and the audit trail, which still says what was logged. Reports for
        these days can no longer be made.
      </p>
      {openRequests > 0 ? (
        <Alert variant="destructive" title="TMR is waiting for an answer">
          {openRequests === 1
            ? 'A request about these days is not answered yet. '
            : `${countOf(openRequests, 'request')} about these days are not answered yet. `}
          <Link
            href={RECORDS}
            onClick={onClose}
            className="inline-flex min-h-11 items-center font-medium underline underline-offset-4 pointer-fine:min-h-6"
          >
            Go to the requests
          </Link>
        </Alert>
      ) : (
        <>
          <Button
            className="w-full"
            icon={FolderDown}
            onClick={async () => {
              const range = { startDate: oldestDay, endDate: addDays(before, -1) };
              if (await records.save(range)) setSaved(true);
            }}
            {...records.button}
          >
            Download these records
          </Button>
          <Checkbox
            label="These records are kept outside Trip Log"
            checked={isSaved}
            onChange={({ target }) => setSaved(target.checked)}
          />
        </>
      )}
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          {openRequests > 0 ? 'Close' : 'Cancel'}
        </Button>
        {openRequests === 0 && (
          <Button
            variant="danger"
            disabled={!isSaved}
            pending={isPending}
            pendingLabel={`${formatCount(removed)} of ${formatCount(all)}`}
            onClick={async () => {
              if (await remove()) onClose();
            }}
          >
            Remove for good
          </Button>
        )}
      </DialogActions>
    </>
  );
}

/** Removes in as many requests as it takes: each says what is left. */
function useRemoval({ before, counts }: RemovalPreview) {
  const [removed, setRemoved] = useState(0);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => {
      let left = counts;
      while (left.trips + left.shifts > 0) {
        const answer = await request<RemovedRecords>(
          'POST',
          '/api/records/removal',
          { before, expected: left },
          { answerWithinMs: REMOVAL_MS },
        );
        setRemoved((count) => count + answer.removed.trips + answer.removed.shifts);
        if (answer.removed.trips + answer.removed.shifts === 0) break;
        left = answer.left;
      }
    },
    meta: {
      invalidates: [...tripsAndFigures, queryKeys.lodgements, removalKey],
      evenIfFailed: true,
    },
  });
  const remove = () =>
    toastOutcome(mutateAsync(), `Removed ${countsText(counts)}`, 'Failed to remove the records');
  return { remove, removed, isPending };
}
