import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/dialog';
import { useOutbox } from '@/features/outbox/outbox';
import { NOT_ACCEPTED_ID } from '@/features/outbox/outbox-status';
import { isRefusedRecord, reasonText, type WaitingShift } from '@/features/outbox/waiting-record';
import { asShift } from '@/features/outbox/waiting-shift';
import { ShiftDialog } from './shift-dialog';
import { shiftLabel } from './shift-text';

type Opened = { kind: 'edit' | 'discard'; record: WaitingShift };

/** The shifts that the server did not accept, to be edited or given up. */
export function RefusedShifts() {
  const { shifts, discard } = useOutbox();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const refused = shifts.filter(isRefusedRecord);
  if (refused.length === 0) return null;
  return (
    <div id={NOT_ACCEPTED_ID} className="mb-4">
      <Card
        title="Not accepted"
        description="The server did not accept these. Edit them to send them again, or discard them."
      >
        <ul className="divide-y divide-line">
          {refused.map((record) => {
            const label = shiftLabel(asShift(record));
            return (
              <li key={record.order} className="flex items-center gap-4 py-2">
                <div className="min-w-0 grow">
                  <p className="font-medium wrap-anywhere">{label}</p>
                  <p className="text-sm text-danger wrap-anywhere">{reasonText(record)}</p>
                </div>
                <span className="flex shrink-0">
                  <IconButton
                    icon={Pencil}
                    label={`Edit shift: ${label}`}
                    onClick={() => setOpened({ kind: 'edit', record })}
                  />
                  <IconButton
                    icon={Trash2}
                    tone="danger"
                    label={`Discard: ${label}`}
                    onClick={() => setOpened({ kind: 'discard', record })}
                  />
                </span>
              </li>
            );
          })}
        </ul>
      </Card>
      {opened?.kind === 'edit' && (
        <ShiftDialog shown={{ shift: asShift(opened.record), record: opened.record }} onClose={close} />
      )}
      {opened?.kind === 'discard' && (
        <ConfirmAction
          title="Discard what was not accepted?"
          description={
            <>
              <p className="font-medium text-ink">{shiftLabel(asShift(opened.record))}</p>
              <p className="mt-2">
                {opened.record.stored
                  ? 'Your change is dropped. The shift stays as it is stored.'
                  : 'It was not stored, and cannot be brought back afterwards.'}
              </p>
            </>
          }
          confirmLabel="Discard"
          action={() => discard(opened.record.order)}
          done="Shift discarded"
          failed="Failed to discard the shift"
          onClose={close}
        />
      )}
    </div>
  );
}
