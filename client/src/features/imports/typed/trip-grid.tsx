import type { ImportRemark } from '@shared/imports';
import { wordsOfRemark } from '@shared/trips/reading/remarks';
import { tripField } from '@shared/trips/trip-fields';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { RowRemarks as Remarks } from '../components/row-remarks';
import type { RowRemarks } from './cell-words';
import { GridCell, type GridCellProps, isFigure } from './grid-cell';
import { type Cells, columnLabel, isBlank, TYPED_FIELDS, type TypedField, type TypedRow } from './typed-row';

export type GridRow = {
  row: TypedRow;
  index: number;
  suggestion: Pick<Cells, 'driver' | 'date'>;
  /** A trip as it may be typed, while there is none. */
  example: Partial<Cells>;
  remarks: RowRemarks;
  /** What was found when it was compared with the stored trips. */
  found: readonly ImportRemark[] | undefined;
};

type Handlers = Pick<GridCellProps, 'onType' | 'onChoose'> & { onRemove: (id: number) => void };

type TripGridProps = Handlers & {
  rows: readonly GridRow[];
  active: { id: number; field: TypedField } | null;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const PHONE_SPANS = ['', '', 'col-span-2', 'col-span-3', 'col-span-4', '', 'col-span-6'];
const TABLET_SPANS = ['', '', 'sm:col-span-2', '', 'sm:col-span-4', '', 'sm:col-span-6'];

/** On a desk; undefined takes what is left. Names give way on a narrow one, which figures, dates and times cannot. */
function widthOf(field: TypedField): string | undefined {
  const width = tripField(field).grid?.width;
  if (width === undefined) return undefined;
  const isName = !isFigure(field) && field !== 'date' && field !== 'time';
  return isName ? `min(${width}rem, ${width * 1.33}vw)` : `${width}rem`;
}

function cardSpan(field: TypedField): string {
  const [phone, tablet] = tripField(field).grid?.card ?? [6, 8];
  return clsx(PHONE_SPANS[phone], TABLET_SPANS[tablet]);
}

export function TripGrid({ rows, active, onKeyDown, ...handlers }: TripGridProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const shown = rows.map((row) => (
    <Row
      key={row.row.id}
      {...row}
      {...handlers}
      isWide={isWide}
      active={active?.id === row.row.id ? active.field : null}
    />
  ));
  if (!isWide)
    return (
      <ol aria-label="Trips to log" onKeyDown={onKeyDown} className="space-y-3">
        {shown}
      </ol>
    );
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are operated is a grid
      role="grid"
      aria-label="Trips to log"
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-line bg-surface text-left text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={clsx(headCell, 'w-10')}>
            <span className="sr-only">Row</span>
          </th>
          {TYPED_FIELDS.map((field) => (
            <th
              key={field}
              scope="col"
              style={{ width: widthOf(field) }}
              className={clsx(headCell, isFigure(field) && 'text-right')}
            >
              {columnLabel(field)}
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

type RowProps = GridRow & Handlers & { active: TypedField | null; isWide: boolean };

const Row = memo(function Row({ row, index, active, isWide, onRemove, ...props }: RowProps) {
  const { suggestion, example, remarks, found = [], onType, onChoose } = props;
  const asRead = (row.remarks ?? []).map((remark) => ({
    kind: 'note' as const,
    text: wordsOfRemark(remark),
  }));
  const below = [...asRead, ...found];
  const cell = (field: TypedField): ReactNode => (
    <GridCell
      id={row.id}
      index={index}
      field={field}
      value={row[field]}
      suggestion={field === 'driver' || field === 'date' ? suggestion[field] : ''}
      example={example[field] ?? ''}
      remark={remarks[field]}
      isActive={active === field}
      floats={isWide}
      onType={onType}
      onChoose={onChoose}
    />
  );
  const remove = !isBlank(row) && (
    <IconButton icon={X} label={`Remove row ${index + 1}`} onClick={() => onRemove(row.id)} />
  );
  const hasFault = Object.values(remarks).some(({ kind }) => kind === 'problem');
  if (!isWide)
    return (
      <li className="rounded-md border border-line bg-surface p-3 pt-1">
        <div className="flex min-h-11 items-center justify-between">
          <span className={clsx('text-sm font-medium', hasFault ? 'text-danger' : 'text-muted')}>
            Row {index + 1}
          </span>
          {remove}
        </div>
        <div className="grid grid-cols-6 gap-x-2 gap-y-2 sm:grid-cols-8">
          {TYPED_FIELDS.map((field) => (
            <div key={field} className={cardSpan(field)}>
              <span aria-hidden="true" className="mb-0.5 block truncate text-sm text-muted">
                {columnLabel(field)}
              </span>
              {cell(field)}
            </div>
          ))}
        </div>
        {below.length > 0 && <Remarks remarks={below} />}
      </li>
    );
  return (
    <>
      <tr>
        <th
          scope="row"
          className={clsx(
            'border-b border-line px-2 text-right font-normal',
            hasFault ? 'font-semibold text-danger' : 'text-muted',
          )}
        >
          {index + 1}
        </th>
        {TYPED_FIELDS.map((field) => (
          <td key={field} className="relative border-b border-l border-line p-px">
            {cell(field)}
          </td>
        ))}
        <td className="border-b border-l border-line p-px text-right">{remove}</td>
      </tr>
      {below.length > 0 && (
        <tr>
          <td />
          <td colSpan={TYPED_FIELDS.length + 1} className="px-2 pb-2">
            <Remarks remarks={below} />
          </td>
        </tr>
      )}
    </>
  );
});
