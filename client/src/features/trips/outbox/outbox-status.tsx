import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useOutbox } from './outbox';
import { statusText } from './status-text';
import { isRefused, isSendable } from './waiting-trip';

/** What is sent within a second needs no word. */
const SLOW_MS = 1000;
const ALL_SENT_MS = 4000;

/** The card of the trips that were not accepted. */
export const NOT_ACCEPTED_ID = 'not-accepted';

/** What the header says of the outbox; undefined where all is well. */
export function useOutboxStatus(): ReactNode {
  const { records, canKeep = true, sending } = useOutbox();
  const waiting = records.filter(isSendable).length;
  const refused = records.filter(isRefused).length;
  const isSlow = useDebouncedValue(waiting > 0, SLOW_MS) && waiting > 0;
  const { isOffline } = sending;
  const isTiny = useMediaQuery('(max-width: 22rem)');
  const said = statusText({ waiting, refused, isOffline, isSlow, canKeep });

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
