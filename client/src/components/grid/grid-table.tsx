import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Folded } from '@/components/ui/folded';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { type CellRemark, GridCell, type GridCellProps, type GridColumn } from './grid-cell';
import { isBlank } from './grid-rows';
import { type RowRemark, RowRemarks } from './row-remarks';

export type ShownRow = {
  row: { readonly id: number };
  index: number;
  /** The row's number as people count. */
  number: number;
  suggestion: Partial<Record<string, string>>;
  /** A row as it may be typed, shown while the grid is empty. */
  example: Partial<Record<string, string>>;
  remarks: Partial<Record<string, CellRemark>>;
  /** Remarks on the whole row. */
  below: readonly RowRemark[];
};

type Handlers = Pick<GridCellProps, 'onType' | 'onChoose'> & { onRemove: (id: number) => void };

type GridTableProps = Handlers & {
  /** The name of the rows: 'Trips to log'. */
  label: string;
  columns: readonly GridColumn[];
  rows: readonly ShownRow[];
  active: { id: number; field: string } | null;
  /** On a phone or tablet its rows have lines between them in place of frames. */
  isInCard?: boolean | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const PHONE_SPANS = ['', '', 'col-span-2', 'col-span-3', 'col-span-4', '', 'col-span-6'];
const TABLET_SPANS = [
  '',
  '',
  'sm:col-span-2',
  'sm:col-span-3',
  'sm:col-span-4',
  'sm:col-span-5',
  'sm:col-span-6',
  '',
  'sm:col-span-8',
];

/** A character of a cell, and the space around its text, in rem. */
const CHARACTER = 0.5;
const AROUND_TEXT = 1.25;
/** How narrow a column that gives way may be, of its width. */
const NARROW = 0.8;
/** What such columns may take beyond that for long texts: the rest is for the column without a width. */
const ROOM = '(100vw - 64rem) * 0.3';

/** The widths of the columns on a desk. Those that give way share the room for what their texts need. */
function widthsOf(columns: readonly GridColumn[], rows: readonly ShownRow[]): (string | undefined)[] {
  const needs = columns.map((column) => {
    const longest = Math.max(0, ...rows.map((row) => textOf(row, column).length));
    const ofText = longest * CHARACTER + AROUND_TEXT;
    return column.width && column.givesWay ? Math.max(0, ofText - column.width * NARROW) : 0;
  });
  const all = needs.reduce((sum, need) => sum + need, 0) || 1;
  return columns.map(({ width, unit, isCode, givesWay }, index) => {
    if (width === undefined) return undefined;
    // the unit is on the last line of the label, and the star of a code inside its column, where there is room
    if (unit || isCode) return `clamp(${width}rem, ${width * 1.6}vw, ${width + 1.25}rem)`;
    if (!givesWay) return `${width}rem`;
    const [need = 0, least] = [needs[index], `min(${width}rem, ${width * 1.06}vw)`];
    return `max(${least}, min(${width * NARROW + need}rem, ${least} + ${ROOM} * ${need / all}))`;
  });
}

const cardSpan = ({ card: [phone, tablet] }: GridColumn): string =>
  clsx(PHONE_SPANS[phone], TABLET_SPANS[tablet]);

/** Rows of text fields: a table on a desk, cards below 1,024 px. */
export function GridTable(props: GridTableProps) {
  const { label, columns, rows, active, isInCard, onKeyDown, ...handlers } = props;
  const isWide = useMediaQuery('(min-width: 64rem)');
  // one empty card is enough; those below it would be a long way to the buttons
  const end = rows.findLastIndex(({ row }) => !isBlank(row)) + 2;
  const shown = (isWide ? rows : rows.slice(0, end)).map((row) => (
    <Row
      key={row.row.id}
      {...row}
      {...handlers}
      columns={columns}
      isWide={isWide}
      isInCard={isInCard}
      active={active?.id === row.row.id ? active.field : null}
    />
  ));
  if (!isWide)
    return (
      <>
        <ol
          aria-label={label}
          onKeyDown={onKeyDown}
          className={isInCard ? 'divide-y divide-line' : 'space-y-3'}
        >
          {shown}
        </ol>
        {end === 1 && <p className="mt-2 text-sm text-muted">The next row appears as you type.</p>}
      </>
    );
  const widths = widthsOf(columns, rows);
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are operated is a grid
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-line bg-surface text-left text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={clsx(headCell, 'w-10')}>
            <span className="sr-only">Row</span>
          </th>
          {columns.map((column, index) => (
            <th
              key={column.field}
              scope="col"
              style={{ width: widths[index] }}
              className={clsx(headCell, column.isFigure && 'text-right')}
            >
              <HeadText of={column} />
            </th>
          ))}
          <th scope="col" className={clsx(headCell, 'w-11')}>
            <span className="sr-only">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>{shown}</tbody>
    </table>
  );
}

const headCell =
  'sticky top-0 z-10 border-b border-line bg-sunken px-2 py-2 font-medium text-muted not-first:border-l first:rounded-tl-md last:rounded-tr-md';

const HeadText = ({ of: { label, unit, isRequired } }: { of: GridColumn }) => (
  <span className={clsx(isRequired && 'whitespace-nowrap')}>
    {label}
    {unit && ` (${unit})`}
    {/* the cells say it to a screen reader; in a narrow column it is over the padding */}
    {isRequired && (
      <span aria-hidden="true" className="-mr-2">
        &nbsp;*
      </span>
    )}
  </span>
);

type RowProps = ShownRow &
  Handlers & {
    columns: readonly GridColumn[];
    active: string | null;
    isWide: boolean;
    isInCard: boolean | undefined;
  };

const Row = memo((props: RowProps) => (props.isWide ? <TableRow {...props} /> : <CardRow {...props} />));

const textOf = ({ row }: Pick<ShownRow, 'row'>, { field }: GridColumn) =>
  String((row as Partial<Record<string, unknown>>)[field] ?? '');

const Cell = ({ of, column }: { of: RowProps; column: GridColumn }): ReactNode => (
  <GridCell
    id={of.row.id}
    index={of.index}
    number={of.number}
    column={column}
    value={textOf(of, column)}
    suggestion={of.suggestion[column.field] ?? ''}
    example={of.example[column.field] ?? ''}
    remark={of.remarks[column.field]}
    isActive={of.active === column.field}
    floats={of.isWide}
    onType={of.onType}
    onChoose={of.onChoose}
  />
);

const RemoveButton = ({ of: { row, number, onRemove } }: { of: RowProps }) =>
  !isBlank(row) && <IconButton icon={X} label={`Remove row ${number}`} onClick={() => onRemove(row.id)} />;

const hasFault = ({ remarks }: RowProps) =>
  Object.values(remarks).some((remark) => remark?.kind === 'problem');

const CardCells = ({ of, columns }: { of: RowProps; columns: readonly GridColumn[] }) => (
  <div className="grid grid-cols-6 gap-x-2 gap-y-2 sm:grid-cols-8">
    {columns.map((column) => (
      // a label may take two lines: the cells next to each other stay in line
      <div
        key={column.field}
        className={clsx('row-span-2 grid grid-rows-subgrid gap-y-0.5', cardSpan(column))}
      >
        <span aria-hidden="true" className="self-end text-sm text-muted">
          <HeadText of={column} />
        </span>
        <div>
          <Cell of={of} column={column} />
        </div>
      </div>
    ))}
  </div>
);

function CardRow(props: RowProps) {
  const { number, columns, remarks, below, active, isInCard } = props;
  const [isOpen, setOpen] = useState(false);
  const details = columns.filter(({ isDetail }) => isDetail);
  const isInUse = details.some(
    (column) => textOf(props, column) || remarks[column.field] || column.field === active,
  );
  return (
    <li className={isInCard ? 'py-1 last:pb-3' : 'rounded-md border border-line bg-surface p-3 pt-1'}>
      <div className="flex min-h-11 items-center justify-between">
        <span className={clsx('text-sm font-medium', hasFault(props) ? 'text-danger' : 'text-muted')}>
          Row {number}
        </span>
        <RemoveButton of={props} />
      </div>
      <CardCells of={props} columns={columns.filter(({ isDetail }) => !isDetail)} />
      {details.length > 0 && (
        <Folded
          summary="More details"
          open={isOpen || isInUse}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <CardCells of={props} columns={details} />
        </Folded>
      )}
      {below.length > 0 && <RowRemarks remarks={below} />}
    </li>
  );
}

function TableRow(props: RowProps) {
  const { number, columns, below } = props;
  return (
    <>
      <tr>
        <th
          scope="row"
          className={clsx(
            'border-b border-line px-2 text-right font-normal',
            hasFault(props) ? 'font-semibold text-danger' : 'text-muted',
          )}
        >
          {number}
        </th>
        {columns.map((column) => (
          <td key={column.field} className="relative border-b border-l border-line p-px">
            <Cell of={props} column={column} />
          </td>
        ))}
        <td className="border-b border-l border-line p-px text-right">
          <RemoveButton of={props} />
        </td>
      </tr>
      {below.length > 0 && (
        <tr>
          <td />
          <td colSpan={columns.length + 1} className="px-2 pb-2">
            <RowRemarks remarks={below} />
          </td>
        </tr>
      )}
    </>
  );
}
