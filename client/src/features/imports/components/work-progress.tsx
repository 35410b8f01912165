import { useEffect, useState } from 'react';
import { Spinner } from '@/components/ui/states/spinner';

/** Seconds after which the time is said: most work is done before. */
const QUICK = 3;

/** What goes on, in words that are spoken, and for how long, which is only seen. Keep it mounted: a screen reader hears what changes in it. */
export function WorkProgress({ words }: { words: string | null }) {
  return (
    <div className={words === null ? 'contents' : undefined}>
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {words !== null && (
          <>
            <Spinner /> <span className="min-w-0 wrap-anywhere">{words}</span>
          </>
        )}
      </p>
      {words !== null && <Clock key={words} words={words} />}
    </div>
  );
}

function Clock({ words }: { words: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="flex items-center gap-3">
      <progress aria-label={words} className="w-full" />
      {seconds >= QUICK && (
        <span aria-hidden="true" className="shrink-0 text-sm text-muted">
          {seconds} s
        </span>
      )}
    </div>
  );
}
