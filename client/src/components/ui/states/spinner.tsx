import { clsx } from 'clsx';

/** A turning ring in the text's colour. It is hidden from screen readers: put a text next to it. */
export const Spinner = ({ className = 'size-4' }: { className?: string }) => (
  <svg
    viewBox="0 0 16 16"
    className={clsx('shrink-0 animate-spin', className)}
    fill="none"
    aria-hidden="true"
  >
    <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeWidth="2" opacity="0.25" />
    <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
