import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';

const CLAMPS = { 1: 'line-clamp-1', 2: 'line-clamp-2', 3: 'line-clamp-3' };

type ClippedProps = {
  children: ReactNode;
  /** Outside of a table it has its lines at any width. */
  tall?: boolean;
  /** Text that people have to read has six lines, and its button says what it does. */
  says?: boolean;
  /** How many it has where it does not stand on one. */
  lines?: keyof typeof CLAMPS;
  /** It is a link to what shows the whole. */
  href?: string | undefined;
  className?: string;
};

/** A text on one line of a table, on a phone on `lines`; where that cuts it off, it is a button that shows the whole, and hides it again. */
export function Clipped({ children, tall, says, lines = 3, href, className }: ClippedProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);

  useLayoutEffect(() => {
    if (isWhole || !frame.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const text = entry?.target.querySelector('span');
      if (text) setCut(text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isWhole]);

  // the first part of a long number would be alone before its hyphen
  const isOneWord = typeof children === 'string' && /^\S{30,}$/.test(children);
  const text = (
    <span
      dir="auto"
      className={clsx(
        'min-w-0',
        isWhole ? 'block whitespace-pre-line' : 'print:line-clamp-none print:whitespace-pre-line',
        isOneWord ? 'break-all' : 'wrap-anywhere',
        !isWhole && !tall && 'sm:block sm:truncate',
        !isWhole && (says ? 'line-clamp-6 whitespace-pre-line' : CLAMPS[lines]),
      )}
    >
      {children}
    </span>
  );
  return (
    // a table gives it no less than the first width, and all there is up to the second
    <span
      ref={frame}
      className={clsx('grid grid-cols-1', !tall && 'max-w-72 sm:grid-cols-[minmax(5rem,1fr)]', className)}
    >
      {href ? (
        <Link href={href} className="min-w-0 font-medium text-brand underline-offset-4 hover:underline">
          {text}
        </Link>
      ) : isCut || isWhole ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          // a text from right to left begins at the right: at the left the dots of its last line would have no room
          className={clsx(
            'grid grid-cols-1 text-start hover:text-brand max-sm:text-inherit print:grid! print:no-underline',
            // without a button's words, the line shows that there is more
            !says && 'underline decoration-line-strong decoration-dotted underline-offset-4',
          )}
        >
          {text}
          {says && (
            <span className="py-1 text-sm font-medium text-brand print:hidden">
              {isWhole ? 'Show less' : 'Show all'}
            </span>
          )}
        </button>
      ) : (
        text
      )}
    </span>
  );
}
