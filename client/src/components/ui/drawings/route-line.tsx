import { clsx } from 'clsx';

type RouteLineProps = {
  /** Describes it for a screen reader. */
  summary: string;
  /** From 0 at the start to 1 at the pin. */
  progress: number;
  /** The stops on the way, in their order. */
  stops: readonly { at: number; label: string }[];
  /** Under the pin. */
  end: string;
};

const percent = (at: number) => `${at * 100}%`;

/** A way from its start to a pin, with the part that lies behind: the figure of the app's logo. */
export function RouteLine({ summary, progress, stops, end }: RouteLineProps) {
  return (
    <div role="img" aria-label={summary} className="pt-5 text-sm text-muted">
      <div className="relative mr-2 ml-1.5 h-1 rounded-full bg-line forced-colors:bg-[CanvasText]">
        <div
          className="h-1 rounded-full bg-brand forced-color-adjust-none"
          style={{ width: percent(progress) }}
        />
        {stops.map(({ at, label }) => (
          <span
            key={at}
            className={clsx(
              'absolute -top-1 -ml-1.5 size-3 rounded-full border-2',
              at <= progress
                ? 'border-brand bg-brand forced-color-adjust-none'
                : 'border-line-strong bg-surface',
            )}
            style={{ left: percent(at) }}
          >
            <span className="absolute top-4 left-0 whitespace-nowrap">{label}</span>
          </span>
        ))}
        {progress < 1 && (
          <span
            className="absolute -top-1.5 -ml-2 size-4 rounded-full border-4 border-brand bg-surface"
            style={{ left: percent(progress) }}
          />
        )}
        <svg viewBox="0 0 18 26" className="absolute -right-2 -bottom-px h-6.5 fill-brand" aria-hidden="true">
          <path d="M9 26C3 19 0 15 0 9.500a9 9 0 0 1 18 0C18 15 15 19 9 26z" />
          <circle cx="9" cy="9" r="3.500" className="fill-surface" />
        </svg>
      </div>
      <p className="mt-3 text-right">{end}</p>
    </div>
  );
}
