import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Toaster } from '@/components/ui/toasts/toaster';
import { Tooltips } from '@/components/ui/tooltips';
import { useAuth } from '@/features/auth/auth-provider';
import { OutboxProvider } from '@/features/outbox/outbox-provider';
import { type OutboxUser, ownerOf } from '@/features/outbox/owner';
import { WaitingTripDialog } from '@/features/trips/outbox/waiting-trip-dialog';
import { DraftOwner } from '@/lib/drafts/use-form-draft';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { createQueryClient, isSessionEnd, readFailedAgain } from '@/lib/query-client';
import { keepAnswers } from '@/lib/storage/kept-answers';
import { removeToasts } from '@/lib/toast';

type SessionFrameProps = {
  /** A new object means a new session: queries refused by the old one are sent again. */
  user: OutboxUser;
  onError?: (error: unknown) => void;
  /** Called when the server has answered the session. */
  onAnswer?: () => void;
  children: ReactNode;
  /** Beside what the outbox is for: dialogs about the session itself. */
  beside?: ReactNode;
};

/** What every session has: its server data, drafts, outbox and toasts. They leave memory when it unmounts. */
export function SessionFrame({ user, onError, onAnswer, children, beside }: SessionFrameProps) {
  const { reportSessionEnd } = useAuth();
  const owner = ownerOf(user);
  const [queryClient] = useState(() => {
    const client = createQueryClient((error) => {
      if (isSessionEnd(error)) void reportSessionEnd();
      onError?.(error);
    }, reportSessionEnd);
    keepAnswers(client, owner);
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) onAnswer?.();
    });
    return client;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the user is what this waits for
  useEffect(() => {
    void queryClient.refetchQueries({ predicate: ({ state }) => isSessionEnd(state.error) });
  }, [queryClient, user]);

  // toasts and their Undo belong to the session
  useEffect(() => removeToasts, []);

  useWindowEvent('online', () => void readFailedAgain(queryClient));
  useWindowEvent('focus', () => void readFailedAgain(queryClient));

  return (
    <QueryClientProvider client={queryClient}>
      <DraftOwner value={owner}>
        <OutboxProvider user={user} onSessionEnd={reportSessionEnd} OpenTrip={WaitingTripDialog}>
          {children}
        </OutboxProvider>
      </DraftOwner>
      {beside}
      <Toaster />
      <Tooltips />
    </QueryClientProvider>
  );
}
