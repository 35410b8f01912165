import type { PhoneSession } from '@shared/holders';
import { PHONE_CODE_HOURS } from '@shared/limits';
import type { PhoneCode } from '@shared/phones';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmAction, Dialog } from '@/components/ui/dialog';
import { useOutbox } from '@/features/outbox/outbox';
import { countInWords, countRecords } from '@/features/outbox/outbox-status';
import { isSettled } from '@/features/outbox/waiting-record';
import { messageOf, request } from '@/lib/api-client';
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
        title={`Not ${name}'s phone any more?`}
        description="Trips can then be logged here only with a new code from the office. What was logged stays."
        confirmLabel="End it here"
        pendingLabel="Ending..."
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
          {waiting.length > 0 && (
            <p className="text-sm text-muted">
              {countInWords(countRecords(waiting))} must be sent, corrected or discarded first.
            </p>
          )}
          <Button
            variant="ghost"
            className="-ml-4 text-danger!"
            disabled={waiting.length > 0}
            onClick={() => setLeaving(true)}
          >
            Not {name}'s phone any more
          </Button>
        </section>
      </div>
    </Dialog>
  );
}

/** An app on the home screen of an iPhone has a storage of its own: it becomes this driver's by a code. */
function HomeScreenCode({ driverId }: { driverId: string }) {
  const making = useMutation({
    mutationFn: () => request<PhoneCode>('POST', `/api/drivers/${driverId}/phone-codes`),
  });
  const code = making.data?.code;
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Phone for the home screen</h3>
      {code ? (
        <div role="status" className="space-y-2">
          <p className="text-center text-2xl font-semibold tracking-widest tabular-nums">
            {`${code.slice(0, 4)} ${code.slice(4)}`}
          </p>
          <p className="text-sm text-muted">
            Open Trip Log on the home screen, tap “I drive for someone” and type this code. It works once,
            within {PHONE_CODE_HOURS} hours.
          </p>
        </div>
      ) : (
        <>
          <p className="text-sm text-muted">
            Trip Log on the home screen asks for a code of its own the first time. A new code ends the one
            before.
          </p>
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
