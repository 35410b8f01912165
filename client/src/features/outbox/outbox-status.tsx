import { formatCount, tripsAndShifts } from '@shared/figures';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { useOutbox } from './outbox';
import { isOnDevice, isRefusedRecord, isSendable, isShift, type WaitingRecord } from './waiting-record';

const SLOW_MS = 1000;
const ALL_SENT_MS = 4000;
/** The characters that a phone's header has room for. */
const NARROW_FITS = 31;

export const NOT_ACCEPTED_ID = 'not-accepted';

/** How many records, and how many of them are shifts. */
type Count = { all: number; shifts: number };

type OutboxState = {
  /** Unsent records, without the refused. */
  waiting: Count;
  refused: Count;
  isOffline: boolean;
  isSlow: boolean;
  /** Whether records can be saved on this device, and how many wait in memory alone. */
  canSave: boolean;
  /** Whether the browser's database does not answer, so that what waits in it cannot be sent. */
  isStorageSilent: boolean;
  unsaved: Count;
};

/** '2 trips', '1 shift', or '2 trips and 1 shift'. */
export const countInWords = ({ all, shifts }: Count): string => tripsAndShifts(all - shifts, shifts);

export const countRecords = (records: readonly WaitingRecord[]): Count => ({
  all: records.length,
  shifts: records.filter(isShift).length,
});

/** The outbox in words, with a brief text for the smallest phones; undefined where all is well (docs/product/log-trip.md#outbox). */
export function statusText(state: OutboxState): { text: string; brief: string } | undefined {
  const { waiting, refused, isOffline, isSlow, canSave, isStorageSilent, unsaved } = state;
  const about = (count: Count, sentence: (them: string) => string) => ({
    text: sentence(countInWords(count)),
    brief: sentence(formatCount(count.all)),
  });
  if (refused.all > 0) return about(refused, (them) => `${them} not accepted`);
  if (unsaved.all > 0 && (isOffline || isSlow))
    return {
      text: `${countInWords(unsaved)} not saved on this device`,
      brief: `${formatCount(unsaved.all)} not saved`,
    };
  if (isStorageSilent) return { text: 'Storage does not answer', brief: 'No storage' };
  if (isOffline && waiting.all > 0) return about(waiting, (them) => `Offline, ${them} waiting`);
  if (isOffline) return { text: 'Offline', brief: 'Offline' };
  if (waiting.all > 1 && isSlow) return about(waiting, (them) => `Sending ${them}…`);
  if (waiting.all > 0 && isSlow) return { text: 'Sending…', brief: 'Sending…' };
  return canSave ? undefined : { text: 'Needs a connection', brief: 'Needs a connection' };
}

export function useOutboxStatus(): ReactNode {
  const { records, shifts, canSave = true, isStorageSilent, sending } = useOutbox();
  const sendable = records.filter(isSendable);
  const waiting = countRecords(sendable);
  const unsaved = countRecords(sendable.filter((record) => !isOnDevice(record)));
  const refused = countRecords(records.filter(isRefusedRecord));
  const isAnyWaiting = waiting.all > 0;
  const isSlow = useDebouncedValue(isAnyWaiting, SLOW_MS) && isAnyWaiting;
  const { isOffline } = sending;
  const isOnPhone = useOnPhone();
  const isTiny = useMediaQuery('(max-width: 22rem)');
  const isNarrow = useMediaQuery('(max-width: 27rem)');
  const said = statusText({ waiting, refused, isOffline, isSlow, canSave, isStorageSilent, unsaved });

  const isUnderWay = isAnyWaiting && said !== undefined;
  const [wasUnderWay, setWasUnderWay] = useState(isUnderWay);
  if (isUnderWay && !wasUnderWay) setWasUnderWay(true);
  useEffect(() => {
    if (!wasUnderWay || isUnderWay) return;
    const timer = setTimeout(() => setWasUnderWay(false), ALL_SENT_MS);
    return () => clearTimeout(timer);
  }, [wasUnderWay, isUnderWay]);

  const idle = wasUnderWay && !isAnyWaiting ? (shifts.length > 0 ? 'All sent' : 'All trips sent') : undefined;
  const isBrief = said && (isTiny || (isNarrow && said.text.length > NARROW_FITS));
  const text = isBrief ? said.brief : (said?.text ?? idle);
  if (!text) return undefined;
  // another text is another element, so that no element moves
  if (!said || refused.all === 0) return <span key={text}>{text}</span>;
  return (
    <Link
      key={text}
      href={isOnPhone ? '/' : refusedPath(refused)}
      className="-my-1 py-1 font-medium text-danger underline"
      onClick={showRefused}
    >
      {text}
    </Link>
  );
}

/** Where the refused records are corrected. */
export const refusedPath = ({ all, shifts }: Count): string => (all > shifts ? '/' : '/hours');

/** The tab may have to be shown first. */
export const showRefused = () =>
  requestAnimationFrame(() => document.getElementById(NOT_ACCEPTED_ID)?.scrollIntoView({ block: 'center' }));
