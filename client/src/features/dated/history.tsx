import { brisbaneDay, formatDateTime } from '@shared/periods';
import type { History as Facts } from '@shared/vehicles/vehicles';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/dialog';
import { FoldButton } from '@/components/ui/fold-button';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { now } from '@/lib/clock';
import { type DatedOwner, useDatedHistory, useRemoveEntry } from './api';
import { factText, removalText } from './history-text';

type Entry = Facts[number];

type HistoryProps = DatedOwner & {
  /** Called once an entry was removed, which makes a new version of the driver or vehicle. */
  onRemoved?: () => void;
};

/** The history of a driver or a vehicle, below its form, folded at first (docs/product/vehicles.md#history). */
export function History({ of, id, onRemoved }: HistoryProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <FoldButton
        isOpen={isOpen}
        controls={listId}
        label="History"
        className="pointer-fine:min-h-8"
        onToggle={() => setOpen(!isOpen)}
      />
      <div id={listId} hidden={!isOpen}>
        {isOpen && <HistoryEntries of={of} id={id} onRemoved={onRemoved} />}
      </div>
    </div>
  );
}

/** The same without a fold. */
export function HistoryEntries({ onRemoved = () => {}, ...dated }: HistoryProps) {
  const history = useDatedHistory(dated);
  const [removing, setRemoving] = useState<Entry | null>(null);
  const textOf = (entry: Entry) => factText(entry, dated.of, brisbaneDay(now()));
  return (
    <>
      {removing && (
        <RemoveEntry
          dated={dated}
          entry={removing}
          text={textOf(removing)}
          onRemoved={onRemoved}
          onClose={() => setRemoving(null)}
        />
      )}
      <QueryState
        query={history}
        failed="The history could not be loaded"
        skeleton={<SkeletonGroup label="Loading the history" bars={['h-10', 'h-10']} />}
      />
      {history.data?.length === 0 && <p className="text-sm text-muted">Nothing has changed yet.</p>}
      {history.data && history.data.length > 0 && (
        <ul aria-label="History" className="divide-y divide-line border-y border-line text-sm">
          {history.data.map((entry) => (
            <li
              key={entry.id ?? `${entry.fact} ${JSON.stringify(entry.value)} ${entry.from}`}
              className="flex min-h-11 items-center justify-between gap-2 py-2"
            >
              <div className="min-w-0 wrap-anywhere">
                <p>{textOf(entry)}</p>
                {entry.recordedAt && (
                  <p className="text-muted">
                    Recorded {formatDateTime(new Date(entry.recordedAt))}
                    {entry.person && ` by ${entry.person}`}
                  </p>
                )}
              </div>
              {entry.id && (
                <IconButton
                  className="-my-2"
                  icon={Trash2}
                  tone="danger"
                  label={`Remove from the history: ${textOf(entry)}`}
                  onClick={() => setRemoving(entry)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type RemoveEntryProps = {
  dated: DatedOwner;
  entry: Entry;
  text: string;
  onRemoved: () => void;
  onClose: () => void;
};

function RemoveEntry({ dated, entry, text, onRemoved, onClose }: RemoveEntryProps) {
  const { mutateAsync } = useRemoveEntry(dated);
  return (
    <ConfirmAction
      title="Remove this from the history?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{text}</p>
          <p className="mt-2">{removalText(entry)} It cannot be undone: enter it again to get it back.</p>
        </>
      }
      confirmLabel="Remove"
      pendingLabel="Removing..."
      action={() => mutateAsync(entry.id ?? '')}
      done="Removed from the history"
      failed="Failed to remove it from the history"
      onDone={() => {
        onRemoved();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
