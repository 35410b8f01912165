import { countOf, formatCount } from '@shared/figures';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useOutbox } from './outbox';
import { isOnDevice, isRefused, isSendable } from './waiting-record';

const countOfTrips = (count: number) => countOf(count, 'trip');

const SLOW_MS = 1000;
const ALL_SENT_MS = 4000;

export const NOT_ACCEPTED_ID = 'not-accepted';

type OutboxState = {
  /** The trips that are not sent yet, without the refused. */
  waiting: number;
  refused: number;
  isOffline: boolean;
  isSlow: boolean;
  /** Whether trips can be saved on this device, and how many wait in memory alone. */
  canSave: boolean;
  unsaved: number;
};

/** The outbox in words, with a brief text for the smallest phones; undefined where all is well (docs/product/log-trip.md#outbox). */
export function statusText(state: OutboxState): { text: string; brief: string } | undefined {
  const { waiting, refused, isOffline, isSlow, canSave, unsaved } = state;
  const about = (count: number, sentence: (trips: string) => string) => ({
    text: sentence(countOfTrips(count)),
    brief: sentence(formatCount(count)),
  });
  if (refused > 0) return about(refused, (trips) => `${trips} not accepted`);
  if (unsaved > 0 && (isOffline || isSlow))
    return {
      text: `${countOfTrips(unsaved)} not saved on this device`,
      brief: `${formatCount(unsaved)} not saved`,
    };
  if (isOffline && waiting > 0) return about(waiting, (trips) => `Offline, ${trips} waiting`);
  if (isOffline) return { text: 'Offline', brief: 'Offline' };
  if (waiting > 1 && isSlow) return about(waiting, (trips) => `Sending ${trips}…`);
  if (waiting > 0 && isSlow) return { text: 'Sending…', brief: 'Sending…' };
  return canSave ? undefined : { text: 'Needs a connection', brief: 'Needs a connection' };
}

export function useOutboxStatus(): ReactNode {
  const { records, canSave = true, sending } = useOutbox();
  const sendable = records.filter(isSendable);
  const waiting = sendable.length;
  const unsaved = sendable.filter((record) => !isOnDevice(record)).length;
  const refused = records.filter(isRefused).length;
  const isSlow = useDebouncedValue(waiting > 0, SLOW_MS) && waiting > 0;
  const { isOffline } = sending;
  const isTiny = useMediaQuery('(max-width: 22rem)');
  const said = statusText({ waiting, refused, isOffline, isSlow, canSave, unsaved });

  const isUnderWay = waiting > 0 && said !== undefined;
  const [wasUnderWay, setWasUnderWay] = useState(isUnderWay);
  if (isUnderWay && !wasUnderWay) setWasUnderWay(true);
  useEffect(() => {
    if (!wasUnderWay || isUnderWay) return;
    const timer = setTimeout(() => setWasUnderWay(false), ALL_SENT_MS);
    return () => clearTimeout(timer);
  }, [wasUnderWay, isUnderWay]);

  const idle = wasUnderWay && waiting === 0 ? 'All trips sent' : undefined;
  const text = said ? (isTiny ? said.brief : said.text) : idle;
  if (!text) return undefined;
  // another text is another element: none moves
  if (!said || refused === 0) return <span key={text}>{text}</span>;
  return (
    <Link key={text} href="/" className="-my-1 py-1 font-medium text-danger underline" onClick={showRefused}>
      {text}
    </Link>
  );
}

/** The tab may have to be shown first. */
const showRefused = () =>
  requestAnimationFrame(() => document.getElementById(NOT_ACCEPTED_ID)?.scrollIntoView({ block: 'center' }));
