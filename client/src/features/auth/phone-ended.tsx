import type { PhoneSession } from '@shared/holders';
import { PHONE_UNUSED_DAYS } from '@shared/limits';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { countInWords, countRecords } from '@/features/outbox/outbox-status';
import { ownerOf } from '@/features/outbox/owner';
import type { WaitingRecord } from '@/features/outbox/waiting-record';
import { ApiError, messageOf } from '@/lib/api-client';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { useAuth } from './auth-provider';
import { type HandedIn, handIn } from './hand-in';
import { SignedOutFrame } from './signed-out-frame';

type Outcome = Omit<HandedIn, 'error'> & { failure: string | undefined };

/** A phone that has ended: hands in what waits on it, says what became of it, and leads to the login screen. */
export function PhoneEnded({ phone, onDriver }: { phone: PhoneSession; onDriver: () => void }) {
  const { logout, setPhoneAside } = useAuth();
  const [outcome, setOutcome] = useState<Outcome>();
  const isTrying = useRef(false);
  const mayTryAgain = outcome?.failure !== undefined;
  const name = phone.driver.name.split(' ', 1)[0];

  async function tryToHandIn() {
    if (isTrying.current) return;
    isTrying.current = true;
    const { handedIn, left, error } = await handIn(ownerOf(phone)).catch(
      (unread: unknown): HandedIn => ({ handedIn: [], left: [], error: unread }),
    );
    // without its session the phone can hand in nothing any more
    const isOver = error === undefined || (error instanceof ApiError && error.status === 401);
    setOutcome((before) => ({
      handedIn: [...(before?.handedIn ?? []), ...handedIn],
      left,
      failure: isOver ? undefined : messageOf(error, 'The server cannot take them at the moment.'),
    }));
    isTrying.current = false;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start
  useEffect(() => void tryToHandIn(), []);
  useWindowEvent('online', () => void tryToHandIn(), outcome?.failure !== undefined);

  return (
    <SignedOutFrame title={`This is no longer ${name}'s phone`}>
      <div className="mt-4 space-y-4">
        <p className="text-center text-balance text-muted">
          {phone.tradingName || phone.companyName} has ended it or switched {name} off, or it was not used for{' '}
          {PHONE_UNUSED_DAYS} days. To log trips here again, ask the office for a new code.
        </p>
        {outcome ? (
          <WhatWaited {...outcome} />
        ) : (
          <SkeletonGroup label="Handing in what waits" bars={['h-6 w-full']} />
        )}
        {mayTryAgain && (
          <Button className="w-full" onClick={() => void tryToHandIn()}>
            Try again
          </Button>
        )}
        <Button variant="primary" className="w-full" disabled={!outcome} onClick={onDriver}>
          Type a new code
        </Button>
        <Button
          variant="ghost"
          className="w-full"
          disabled={!outcome}
          // the session is what hands in: it ends once that is done
          onClick={() => void (mayTryAgain ? setPhoneAside() : logout().catch(setPhoneAside))}
        >
          To the sign-in screen
        </Button>
      </div>
    </SignedOutFrame>
  );
}

const countOfRecords = (records: readonly WaitingRecord[]) => countInWords(countRecords(records));

const WhatWaited = ({ handedIn, left, failure }: Outcome) => (
  <div role="status" className="space-y-2 text-center text-balance">
    {handedIn.length > 0 && (
      <p className="font-medium">
        {countOfRecords(handedIn)} that waited here {handedIn.length === 1 ? 'is' : 'are'} with the office.
      </p>
    )}
    {left.length > 0 && (
      <p className="font-medium text-due">
        {countOfRecords(left)} still {left.length === 1 ? 'waits' : 'wait'} on this phone. Someone of the
        office who signs in here can send {left.length === 1 ? 'it' : 'them'}.
      </p>
    )}
    {failure && <p className="text-danger">{failure}</p>}
    {handedIn.length === 0 && left.length === 0 && !failure && <p>Nothing waits on this phone.</p>}
  </div>
);
