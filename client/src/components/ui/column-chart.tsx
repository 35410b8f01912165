import { useWidth } from '@/lib/hooks/use-width';

export type ChartColumn = {
  key: string;
  /** The label under the column, in two lines; the second is drawn where it changes. */
  label: readonly [string, string];
  /** Null for no value, which is not 0. */
  value: number | null;
  /** Above the column. */
  valueText: string;
  /** Drawn hollow, because its value may still grow. */
  isUnfinished?: boolean;
};

const HEIGHT = 190;
const TOP = 24;
const BOTTOM = 44;
/** The approximate width of a character of small text, in pixels. */
const CHARACTER = 8.5;

/**
 * Columns over time, labelled directly. Without room for every label, the highest and the last column keep theirs.
 * `summary` describes the chart for a screen reader; the figures belong in a table beside it.
 */
export function ColumnChart({ columns, summary }: { columns: readonly ChartColumn[]; summary: string }) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const band = width / columns.length;
  const highest = Math.max(...columns.map(({ value }) => value ?? 0));
  const valueWidth = Math.max(...columns.map(({ valueText }) => valueText.length)) * CHARACTER;
  const top = columns.findIndex(({ value }) => value === highest);
  const last = columns.length - 1;
  const isValueShown = (index: number) =>
    valueWidth <= band || index === top || (index === last && (last - top) * band >= valueWidth);
  const labelStep = Math.max(1, Math.ceil((4 * CHARACTER + 2) / band));
  const isLabelShown = (index: number) => (last - index) % labelStep === 0;

  return (
    <div ref={frame} style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={HEIGHT}
          className="block overflow-visible text-sm"
        >
          {columns.map(({ key, label, value, valueText, isUnfinished }, index) => {
            const middle = (index + 0.5) * band;
            const size = Math.min(band * 0.66, 40);
            const height = highest > 0 ? ((value ?? 0) / highest) * (HEIGHT - TOP - BOTTOM) : 0;
            const y = HEIGHT - BOTTOM - height;
            const before = columns[index - labelStep];
            const end = index === 0 ? 'start' : index === last ? 'end' : 'middle';
            const edge = { start: middle - size / 2, end: middle + size / 2, middle }[end];
            return (
              <g key={key}>
                {value !== null && (
                  <rect
                    x={middle - size / 2}
                    y={y}
                    width={size}
                    height={height}
                    rx={Math.min(2, height)}
                    className={isUnfinished ? 'fill-brand-soft stroke-brand' : 'fill-brand'}
                  />
                )}
                {value !== null && isValueShown(index) && (
                  <text
                    x={valueWidth <= band ? middle : edge}
                    y={y - 7}
                    textAnchor={valueWidth <= band ? 'middle' : end}
                    className="fill-ink"
                  >
                    {valueText}
                  </text>
                )}
                {isLabelShown(index) && (
                  <text x={middle} y={HEIGHT - BOTTOM + 18} textAnchor="middle" className="fill-muted">
                    {label[0]}
                    {label[1] !== before?.label[1] && (
                      <tspan x={middle} dy="18">
                        {label[1]}
                      </tspan>
                    )}
                  </text>
                )}
              </g>
            );
          })}
          <line
            x1={0}
            x2={width}
            y1={HEIGHT - BOTTOM + 0.5}
            y2={HEIGHT - BOTTOM + 0.5}
            className="stroke-line-strong"
          />
        </svg>
      )}
    </div>
  );
}
