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

/** The least height in pixels: it fills its card. */
const MIN_HEIGHT = 190;
const TOP = 24;
const BOTTOM = 44;
/** The approximate width of a character of small text, in pixels. */
const CHARACTER = 8.5;

/** Places the columns and decides which of them have room for their value and their label. */
function layOut(columns: readonly ChartColumn[], width: number, height: number) {
  const bottom = Math.max(height, MIN_HEIGHT) - BOTTOM;
  const band = width / columns.length;
  const highest = Math.max(...columns.map(({ value, before = 0 }) => Math.max(value ?? 0, before)));
  const valueWidth = Math.max(...columns.map(({ valueText }) => valueText.length)) * CHARACTER;
  const most = Math.max(...columns.map(({ value }) => value ?? 0));
  const top = columns.findIndex(({ value }) => value === most);
  const last = columns.length - 1;
  const longestLabel = Math.max(...columns.map(({ label }) => label[0].length));
  const labelStep = Math.max(1, Math.ceil(((longestLabel + 0.5) * CHARACTER) / band));
  /** Every other label moves to the second line, unless some label needs that line. */
  const isStaggered = labelStep === 2 && columns.every(({ label }) => label[1] === '');
  /** The first label's second line has no room next to another one. */
  const isCrowded = (index: number) =>
    index < labelStep &&
    labelStep * band < 5 * CHARACTER &&
    columns[index]?.label[1] !== columns[index + labelStep]?.label[1];
  return {
    bottom,
    band,
    columnWidth: Math.min(band * 0.66, 40),
    valueWidth,
    last,
    hasBefore: columns.some(({ before }) => before !== undefined),
    heightOf: (value: number) => (highest > 0 ? (value / highest) * (bottom - TOP) : 0),
    isValueShown: (index: number) =>
      valueWidth <= band || index === top || (index === last && (last - top) * band >= valueWidth),
    isLabelShown: (index: number) => isStaggered || (last - index) % labelStep === 0,
    labelY: (index: number) => bottom + (isStaggered && index % 2 === 1 ? 36 : 18),
    isSecondLineShown: (index: number) =>
      columns[index]?.label[1] !== columns[index - labelStep]?.label[1] && !isCrowded(index),
  };
}

type Layout = ReturnType<typeof layOut>;

/** Columns; without room only the highest and the last have labels. `summary` is for screen readers. */
export function ColumnChart({ columns, summary }: { columns: readonly ChartColumn[]; summary: string }) {
  const [frame, { width, height }] = useSize<HTMLElement>();
  const layout = layOut(columns, width, height);
  const { bottom } = layout;

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
          {columns.map((column, index) => (
            <Column key={column.key} {...{ column, index, layout }} />
          ))}
          <line x1={0} x2={width} y1={bottom + 0.5} y2={bottom + 0.5} className="stroke-line-strong" />
        </svg>
      )}
    </figure>
  );
}

function Column({ column, index, layout }: { column: ChartColumn; index: number; layout: Layout }) {
  const { label, value, valueText, before = 0, isUnfinished, link } = column;
  const { bottom, band, columnWidth, valueWidth, hasBefore, heightOf } = layout;
  const middle = (index + 0.5) * band;
  const height = heightOf(value ?? 0);
  const heightBefore = heightOf(before);
  const y = bottom - height;
  const end = index === 0 ? 'start' : index === layout.last ? 'end' : 'middle';
  const edge = { start: middle - columnWidth / 2, end: middle + columnWidth / 2, middle }[end];
  // next to a higher column of a year before, and over its own
  const isBeside = heightBefore > height && valueWidth <= band - columnWidth * 0.32;
  const contents = (
    <>
      <rect x={index * band} width={band} height={bottom + BOTTOM} className="fill-transparent" />
      {before > 0 && (
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
      {value !== null && layout.isValueShown(index) && (
        <text
          x={isBeside ? middle - columnWidth * 0.36 : valueWidth <= band ? middle : edge}
          y={isBeside ? y - 7 : Math.min(y, bottom - heightBefore) - 7}
          textAnchor={isBeside ? 'start' : valueWidth <= band ? 'middle' : end}
          className="fill-ink"
        >
          {valueText}
        </text>
      )}
      {layout.isLabelShown(index) && (
        <text x={middle} y={layout.labelY(index)} textAnchor="middle" className="fill-muted">
          {label[0]}
          {layout.isSecondLineShown(index) && (
            <tspan x={middle} dy="18">
              {label[1]}
            </tspan>
          )}
        </text>
      )}
    </>
  );
  return link ? (
    <Link href={link.href} aria-label={link.name} className="group">
      {contents}
    </Link>
  ) : (
    <g>{contents}</g>
  );
}
