import { Link } from 'wouter';
import { useSize } from '@/lib/hooks/use-size';

export type ChartColumn = {
  key: string;
  /** The label under the column, in two lines; the second is drawn where it changes. */
  label: readonly [string, string];
  /** Null for no value, which is not 0. */
  value: number | null;
  valueText: string;
  /** The value of a year before, drawn as a narrow, lighter column in front of it. */
  before?: number;
  /** Drawn hollow, because its value may still grow. */
  isUnfinished?: boolean;
  link?: { name: string; href: string };
};

/** What it has at least, in pixels: it fills its card. */
const MIN_HEIGHT = 190;
const TOP = 24;
const BOTTOM = 44;
/** The approximate width of a character of small text, in pixels. */
const CHARACTER = 8.5;

/** Columns; without room only the highest and the last have labels. `summary` is for screen readers. */
export function ColumnChart({ columns, summary }: { columns: readonly ChartColumn[]; summary: string }) {
  const [frame, size] = useSize<HTMLElement>();
  const { width } = size;
  const bottom = Math.max(size.height, MIN_HEIGHT) - BOTTOM;
  const band = width / columns.length;
  const hasBefore = columns.some(({ before }) => before !== undefined);
  const highest = Math.max(...columns.map(({ value, before = 0 }) => Math.max(value ?? 0, before)));
  const valueWidth = Math.max(...columns.map(({ valueText }) => valueText.length)) * CHARACTER;
  const most = Math.max(...columns.map(({ value }) => value ?? 0));
  const top = columns.findIndex(({ value }) => value === most);
  const last = columns.length - 1;
  const heightOf = (value: number) => (highest > 0 ? (value / highest) * (bottom - TOP) : 0);
  const isValueShown = (index: number) =>
    valueWidth <= band || index === top || (index === last && (last - top) * band >= valueWidth);
  const longestLabel = Math.max(...columns.map(({ label }) => label[0].length));
  const labelStep = Math.max(1, Math.ceil(((longestLabel + 0.5) * CHARACTER) / band));
  /** The first label's second line has no room next to another one. */
  const isCrowded = (index: number) =>
    index < labelStep &&
    labelStep * band < 5 * CHARACTER &&
    columns[index]?.label[1] !== columns[index + labelStep]?.label[1];
  /** Every other label has the second line to itself where none needs that. */
  const isStaggered = labelStep === 2 && columns.every(({ label }) => label[1] === '');
  const isLabelShown = (index: number) => isStaggered || (last - index) % labelStep === 0;

  return (
    <figure ref={frame} aria-label={summary} className="relative min-h-47.5 grow print:min-h-0 print:grow-0">
      {width > 0 && (
        // biome-ignore lint/a11y/noSvgWithoutTitle: the figure around it has the name
        <svg
          width={width}
          height={bottom + BOTTOM}
          viewBox={`0 0 ${width} ${bottom + BOTTOM}`}
          className="absolute overflow-visible text-sm print:static print:h-auto print:w-full"
        >
          {columns.map(
            ({ key, label, value, valueText, before: valueBefore = 0, isUnfinished, link }, index) => {
              const middle = (index + 0.5) * band;
              const columnWidth = Math.min(band * 0.66, 40);
              const height = heightOf(value ?? 0);
              const heightBefore = heightOf(valueBefore);
              const y = bottom - height;
              const labelled = columns[index - labelStep];
              const end = index === 0 ? 'start' : index === last ? 'end' : 'middle';
              // next to a higher column of a year before, and over its own
              const isBeside = heightBefore > height && valueWidth <= band - columnWidth * 0.32;
              const edge = { start: middle - columnWidth / 2, end: middle + columnWidth / 2, middle }[end];
              const contents = (
                <>
                  <rect x={index * band} width={band} height={bottom + BOTTOM} className="fill-transparent" />
                  {valueBefore > 0 && (
                    <rect
                      x={middle - columnWidth * 0.72}
                      y={bottom - heightBefore}
                      width={columnWidth * 0.32}
                      height={heightBefore}
                      rx={Math.min(2, heightBefore)}
                      className="fill-brand opacity-45"
                    />
                  )}
                  {value !== null && (
                    <rect
                      x={hasBefore ? middle - columnWidth * 0.4 : middle - columnWidth / 2}
                      y={y}
                      width={hasBefore ? columnWidth * 0.9 : columnWidth}
                      height={height}
                      rx={Math.min(2, height)}
                      className={isUnfinished ? 'fill-brand-soft stroke-brand' : 'fill-brand'}
                    />
                  )}
                  {value !== null && isValueShown(index) && (
                    <text
                      x={isBeside ? middle - columnWidth * 0.36 : valueWidth <= band ? middle : edge}
                      y={isBeside ? y - 7 : Math.min(y, bottom - heightBefore) - 7}
                      textAnchor={isBeside ? 'start' : valueWidth <= band ? 'middle' : end}
                      className="fill-ink"
                    >
                      {valueText}
                    </text>
                  )}
                  {isLabelShown(index) && (
                    <text
                      x={middle}
                      y={bottom + (isStaggered && index % 2 === 1 ? 36 : 18)}
                      textAnchor="middle"
                      className="fill-muted"
                    >
                      {label[0]}
                      {label[1] !== labelled?.label[1] && !isCrowded(index) && (
                        <tspan x={middle} dy="18">
                          {label[1]}
                        </tspan>
                      )}
                    </text>
                  )}
                </>
              );
              return link ? (
                <Link key={key} href={link.href} aria-label={link.name} className="group">
                  {contents}
                </Link>
              ) : (
                <g key={key}>{contents}</g>
              );
            },
          )}
          <line x1={0} x2={width} y1={bottom + 0.5} y2={bottom + 0.5} className="stroke-line-strong" />
        </svg>
      )}
    </figure>
  );
}
