import type { BeaHolder, LoginAnswer } from '@shared/holders';
import { DEMO_HOURS } from '@shared/limits';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOf, request } from '@/lib/api-client';

/** Starts a demo, for someone who has no BEA number at hand. */
export function TryDemo({ onStarted }: { onStarted: (holder: BeaHolder) => void }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [, navigate] = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  // a button that is disabled meanwhile loses the focus
  useEffect(() => {
    if (failure) button.current?.focus();
  }, [failure]);

  async function start() {
    setPending(true);
    setFailure(undefined);
    try {
      const { beaHolder } = await request<LoginAnswer>('POST', '/api/demo', {});
      // where there is something to look at
      navigate('/?tab=reports');
      onStarted(beaHolder);
    } catch (error) {
      setFailure(messageOf(error, 'The demo could not be started. Please try again.'));
      setPending(false);
    }
  }

  return (
    <section
      aria-label="Demo"
      className="mt-4 space-y-3 rounded-md border border-line bg-brand-soft p-4 text-center"
    >
      <p className="text-sm text-balance">
        Just looking? Try Trip Log with made-up trips of two years. It is yours alone, and removed after{' '}
        {DEMO_HOURS} hours.
      </p>
      <Button
        ref={button}
        className="w-full"
        pending={pending}
        pendingLabel="Making your demo..."
        onClick={start}
      >
        Try it
      </Button>
      {failure && <Alert variant="destructive">{failure}</Alert>}
    </section>
  );
}
