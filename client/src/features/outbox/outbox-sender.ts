import { useEffect, useEffectEvent, useRef } from 'react';
import { type OutboxUser, ownerOf } from './owner';
import { type Pass, sendWaiting } from './send-waiting';

const TRY_EVERY_MS = 30_000;
const FIRST_WAIT_MS = 1000;

export type Sending = {
  isSending: boolean;
  /** Whether the last request got no answer. */
  isOffline: boolean;
};

type SenderOptions = {
  owner: string;
  /** Signs in silently. @returns whether that worked */
  onSessionEnd: () => Promise<boolean>;
  onChange: (sending: Sending) => void;
  send?: typeof sendWaiting;
};

/** Milliseconds to the next try: twice as long each time, up to 30 seconds. @param random from 0 to 1: not everybody at once */
export function backOff(failures: number, retryAfterMs: number, random: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, TRY_EVERY_MS);
  return Math.max(retryAfterMs, longest * (0.5 + random / 2));
}

/** Calls `sendNow` whenever something may get through. @returns stops it */
function listen(sendNow: () => void, onLine: (isOffline: boolean) => void) {
  const interval = setInterval(sendNow, TRY_EVERY_MS);
  const listening = new AbortController();
  const { signal } = listening;
  const onVisible = () => document.visibilityState === 'visible' && sendNow();
  const onOnline = () => {
    onLine(false);
    sendNow();
  };
  window.addEventListener('online', onOnline, { signal });
  window.addEventListener('offline', () => onLine(true), { signal });
  window.addEventListener('focus', sendNow, { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
  return () => {
    clearInterval(interval);
    listening.abort();
  };
}

/** Sends now, on reconnect, on focus, every 30 s and after failures, until the session has ended for good. */
export function startSending({ owner, onSessionEnd, onChange, send = sendWaiting }: SenderOptions) {
  let isStopped = false;
  let isSignedOut = false;
  let isRunning = false;
  let isWanted = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Sending = { isSending: false, isOffline: !navigator.onLine };

  function show(change: Partial<Sending>) {
    const next = { ...sending, ...change };
    const isNews = next.isSending !== sending.isSending || next.isOffline !== sending.isOffline;
    sending = next;
    if (isNews && !isStopped) onChange(next);
  }

  function onEnd(ended: Pass) {
    failures = ended.end === 'later' ? failures + 1 : 0;
    show({ isSending: false, isOffline: ended.end === 'later' ? ended.isOffline : !navigator.onLine });
    isSignedOut = ended.end === 'signed-out';
    if (ended.end !== 'later' || isStopped) return;
    timer = setTimeout(sendNow, backOff(failures - 1, ended.retryAfterMs, Math.random()));
  }

  async function run() {
    show({ isSending: true });
    const progress = () => {
      // a line that drops every fifth request still works: only repeated failures wait long
      failures = 0;
      show({ isOffline: false });
    };
    try {
      let ended = await send(owner, progress);
      if (ended.end === 'signed-out' && !isStopped && (await onSessionEnd()))
        ended = await send(owner, progress);
      onEnd(ended);
    } catch {
      // the browser has taken its database away: the records are read again with the next try
      onEnd({ end: 'later', isOffline: !navigator.onLine, retryAfterMs: TRY_EVERY_MS });
    }
  }

  function sendNow() {
    clearTimeout(timer);
    if (isStopped || isSignedOut) return;
    isWanted = true;
    if (!navigator.onLine) return show({ isOffline: true });
    if (!isRunning) void runWhileWanted();
  }

  async function runWhileWanted() {
    isRunning = true;
    while (isWanted && !isStopped) {
      isWanted = false;
      await run();
    }
    isRunning = false;
  }

  const stopListening = listen(sendNow, (isOffline) => show({ isOffline }));
  onChange(sending);
  sendNow();

  return {
    sendNow,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      stopListening();
    },
  };
}

export type OutboxSenderProps = Pick<SenderOptions, 'onSessionEnd' | 'onChange'> & {
  /** A new object means a new session. */
  user: OutboxUser;
  /** A change of this sends waiting records at once. */
  changes: number;
};

export function OutboxSender({ user, changes, onSessionEnd, onChange }: OutboxSenderProps) {
  const sender = useRef<ReturnType<typeof startSending>>(undefined);
  const signInSilently = useEffectEvent(onSessionEnd);
  useEffect(() => {
    sender.current = startSending({ owner: ownerOf(user), onSessionEnd: () => signInSilently(), onChange });
    return sender.current.stop;
  }, [user, onChange]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the changes are what this waits for
  useEffect(() => sender.current?.sendNow(), [changes]);
  return null;
}
