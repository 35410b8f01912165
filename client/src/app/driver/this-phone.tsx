import type { PhoneSession } from '@shared/holders';
import { PHONE_CODE_HOURS } from '@shared/limits';
import type { PhoneCode } from '@shared/phones';
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmAction, Dialog } from '@/components/ui/dialog';
import { useOutbox } from '@/features/outbox/outbox';
import { countInWords, countRecords, showRefused } from '@/features/outbox/outbox-status';
import { isRefusedRecord, isSendable, isSettled, type WaitingRecord } from '@/features/outbox/waiting-record';
import { messageOf, request } from '@/lib/api-client';
import { copyText } from '@/lib/copy-text';
import { useLogout } from '../use-logout';

type ThisPhoneProps = { phone: PhoneSession; onClose: () => void };

/** What is about the phone itself: a code for the app on its home screen, and the end of being this driver's. */
export function ThisPhone({ phone, onClose }: ThisPhoneProps) {
  const [isLeaving, setLeaving] = useState(false);
  const waiting = useOutbox().records.filter((record) => !isSettled(record));
  const logout = useLogout();
  const name = phone.driver.name.split(' ', 1)[0];

  if (isLeaving)
    return (
      <ConfirmAction
        title={`Stop using this as ${name}'s phone?`}
        description="Trips can then be logged here only with a new code from the office. What was logged stays."
        confirmLabel="Stop here"
        pendingLabel="Stopping..."
        action={logout}
        done={undefined}
        failed="The phone could not be ended"
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title="This phone"
      description={`${name}'s phone for ${phone.tradingName || phone.companyName}`}
      onClose={onClose}
    >
      <div className="mt-4 space-y-6">
        <HomeScreenCode driverId={phone.driver.id} />
        <section className="space-y-2 border-t border-line pt-4">
          <Button
            variant="ghost"
            className="-ml-4 enabled:text-danger! disabled:bg-transparent"
            disabled={waiting.length > 0}
            onClick={() => setLeaving(true)}
          >
            Not {name}'s phone any more
          </Button>
          <StillWaiting records={waiting} onClose={onClose} />
        </section>
      </div>
    </Dialog>
  );
}

/** Why the phone cannot be ended yet, and what to do. */
function StillWaiting({ records, onClose }: { records: readonly WaitingRecord[]; onClose: () => void }) {
  const refused = records.filter(isRefusedRecord);
  const sendable = records.filter(isSendable);
  const inWords = (some: readonly WaitingRecord[]) => countInWords(countRecords(some));
  if (records.length === 0) return null;
  return (
    <div className="space-y-2 text-sm text-muted">
      {sendable.length > 0 && (
        <p>
          {inWords(sendable)} {sendable.length === 1 ? 'waits' : 'wait'} here. You can end it once the phone
          has sent {sendable.length === 1 ? 'it' : 'them'}: that happens by itself when there is a network.
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p>{inWords(refused)} not accepted. Correct or discard first what is wrong.</p>
          <Button
            onClick={() => {
              onClose();
              showRefused();
            }}
          >
            Show what was not accepted
          </Button>
        </>
      )}
    </div>
  );
}

/** An app on the home screen of an iPhone has a storage of its own: it becomes this driver's by a code. */
function HomeScreenCode({ driverId }: { driverId: string }) {
  const making = useMutation({
    mutationFn: () => request<PhoneCode>('POST', `/api/drivers/${driverId}/phone-codes`),
  });
  const code = making.data?.code;
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">Trip Log on the home screen</h3>
      <p className="text-sm text-muted">
        Choose “Add to Home Screen” or “Install” in the browser's menu. On an iPhone the app asks for a code
        of its own the first time.
      </p>
      {code ? (
        <div role="status" className="space-y-3">
          <p className="text-center text-xl font-semibold tracking-widest tabular-nums">
            {`${code.slice(0, 4)} ${code.slice(4)}`}
          </p>
          <Button
            icon={Copy}
            className="w-full"
            onClick={() =>
              void copyText(code, {
                done: 'Paste it on the home screen.',
                failed: 'Please remember the 8 digits.',
              })
            }
          >
            Copy
          </Button>
          <p className="text-sm text-muted">
            Open Trip Log on the home screen, tap{' '}
            <span className="whitespace-nowrap">“I drive for someone”</span> and paste this code. It works
            once, within {PHONE_CODE_HOURS} hours.
          </p>
        </div>
      ) : (
        <>
          {making.error && (
            <Alert variant="destructive">{messageOf(making.error, 'The code could not be made.')}</Alert>
          )}
          <Button pending={making.isPending} pendingLabel="Making it..." onClick={() => making.mutate()}>
            Show a code
          </Button>
        </>
      )}
    </section>
  );
}
