import type { ProposedShift } from '@shared/shifts/shifts';
import { clsx } from 'clsx';
import { useId } from 'react';
import { type RowRemark, RowRemarks } from '@/components/grid/row-remarks';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import type { ShownShift } from '../use-open-shifts';
import { cellKey } from './use-week-cells';
import { WeekCell } from './week-cell';
import { dayHeading, weekdayName } from './week-days';

export type WeekRow = {
  driverId: string;
  name: string;
  /** Whether the driver can have new shifts. */
  canType: boolean;
  /** "38 h 20 min", or empty. */
  total: string;
};

/** What stands in the cells, by their keys. */
export type WeekContents = {
  texts: ReadonlyMap<string, string>;
  stored: ReadonlyMap<string, readonly ShownShift[]>;
  proposed: ReadonlyMap<string, readonly ProposedShift[]>;
  remarks: ReadonlyMap<string, readonly RowRemark[]>;
};

type WeekGridProps = {
  rows: readonly WeekRow[];
  days: readonly string[];
  today: string;
  contents: WeekContents;
  /** The cell that is being typed into: its faults wait. */
  typing: string | null;
  /** The day that a phone shows. */
  shownDay: string;
  onShowDay: (day: string) => void;
  onType: (row: number, day: string, text: string) => void;
  onOpen: (shown: ShownShift) => void;
  onTake: (proposed: readonly ProposedShift[]) => void;
};

const EXAMPLE = 'e.g. 6:10-14:30';
const NONE: readonly never[] = [];

/** Drivers down and days across (docs/product/hours.md#enter-a-week); a phone shows a day at a time. */
export function WeekGrid(props: WeekGridProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  return isWide ? <WeekTable {...props} /> : <DayList {...props} />;
}

/** What is said about a row's cells on some days; the same of several days once. */
function remarksOfRow(
  { contents, typing }: WeekGridProps,
  { driverId }: WeekRow,
  days: readonly string[],
): RowRemark[] {
  const said = new Map<string, { remark: RowRemark; days: string[] }>();
  for (const day of days) {
    const key = cellKey({ driverId, day });
    for (const remark of contents.remarks.get(key) ?? NONE) {
      if (key === typing && remark.kind === 'problem') continue;
      const of = said.get(remark.text) ?? { remark, days: [] };
      said.set(remark.text, { ...of, days: [...of.days, weekdayName(day)] });
    }
  }
  return [...said.values()].map(({ remark, days: on }) => ({
    kind: remark.kind,
    text: days.length > 1 ? `${on.join(', ')}: ${remark.text}` : remark.text,
  }));
}

/** "06:10-14:30" takes a line of its own in a table. */
const LINE = { table: 12, list: 30 };

type CellOfProps = {
  of: WeekGridProps;
  row: WeekRow;
  index: number;
  day: string;
  saidBy: string | undefined;
};

function Cell({ of, row, index, day, saidBy, line }: CellOfProps & { line: number }) {
  const { contents, typing, days } = of;
  const key = cellKey({ driverId: row.driverId, day });
  const remarks = contents.remarks.get(key) ?? NONE;
  const proposed = contents.proposed.get(key) ?? NONE;
  const isEmpty = contents.texts.size === 0 && contents.stored.size === 0;
  return (
    <WeekCell
      row={index}
      day={day}
      label={`${row.name}, ${dayHeading(day)}`}
      text={contents.texts.get(key) ?? ''}
      stored={contents.stored.get(key) ?? NONE}
      proposed={proposed}
      saidBy={remarks.length > 0 ? saidBy : undefined}
      isWrong={key !== typing && remarks.some(({ kind }) => kind === 'problem')}
      example={isEmpty && index === 0 && day === days[0] ? EXAMPLE : ''}
      line={line}
      canType={row.canType}
      onType={(text) => of.onType(index, day, text)}
      onOpen={of.onOpen}
      onTake={() => of.onTake(proposed)}
    />
  );
}

const headCell = 'sticky top-0 z-10 border-b border-line bg-sunken px-2 py-2 font-medium text-muted';

function WeekTable(props: WeekGridProps) {
  const { rows, days, today } = props;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are operated is a grid
      role="grid"
      aria-label="Hours of the week"
      className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-line bg-surface text-left text-sm"
    >
      <thead>
        <tr>
          <th scope="col" className={clsx(headCell, 'w-36 rounded-tl-md')}>
            Driver
          </th>
          {days.map((day) => (
            <th
              key={day}
              scope="col"
              aria-current={day === today ? 'date' : undefined}
              className={clsx(
                headCell,
                'border-l',
                day === today && 'text-ink! underline underline-offset-4',
              )}
            >
              {dayHeading(day)}
            </th>
          ))}
          <th scope="col" className={clsx(headCell, 'w-26 rounded-tr-md border-l text-right')}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <TableRow key={row.driverId} of={props} row={row} index={index} />
        ))}
      </tbody>
    </table>
  );
}

function TableRow({ of, row, index }: Pick<CellOfProps, 'of' | 'row' | 'index'>) {
  const saidBy = useId();
  const remarks = remarksOfRow(of, row, of.days);
  return (
    <>
      <tr>
        <th scope="row" className="border-b border-line px-2 py-1 font-medium wrap-anywhere">
          {row.name}
        </th>
        {of.days.map((day) => (
          <td key={day} className="border-b border-l border-line p-px align-top">
            <Cell of={of} row={row} index={index} day={day} saidBy={saidBy} line={LINE.table} />
          </td>
        ))}
        <td className="border-b border-l border-line px-2 text-right whitespace-nowrap tabular-nums">
          {row.total}
        </td>
      </tr>
      {remarks.length > 0 && (
        <tr>
          <td />
          <td id={saidBy} colSpan={of.days.length + 1} className="px-2 pb-2">
            <RowRemarks remarks={remarks} />
          </td>
        </tr>
      )}
    </>
  );
}

function DayList(props: WeekGridProps) {
  const { rows, days, shownDay, contents, today } = props;
  const countOn = (day: string) =>
    rows.filter(({ driverId }) => {
      const key = cellKey({ driverId, day });
      return contents.texts.has(key) || contents.stored.has(key);
    }).length;
  return (
    <>
      <fieldset className="grid grid-cols-7 gap-1">
        <legend className="sr-only">Day</legend>
        {days.map((day) => {
          const count = countOn(day);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={day === shownDay}
              aria-label={`${dayHeading(day)}, ${count === 0 ? 'no hours' : `hours of ${count}`}`}
              className={clsx(
                'min-h-14 min-w-0 rounded-md border text-center text-sm',
                day === shownDay ? 'border-brand bg-brand text-brand-ink' : 'border-line bg-surface',
                day === today && 'font-semibold underline underline-offset-4',
              )}
              onClick={() => props.onShowDay(day)}
            >
              {weekdayName(day)}
              <span className="block tabular-nums">{day.slice(8)}</span>
              <span aria-hidden="true" className="block text-xs leading-3">
                {count > 0 ? `· ${count} ·` : '\u00a0'}
              </span>
            </button>
          );
        })}
      </fieldset>
      <ol
        aria-label={`Hours of ${dayHeading(shownDay)}`}
        className="mt-3 divide-y divide-line rounded-md border border-line bg-surface"
      >
        {rows.map((row, index) => (
          <DayRow key={row.driverId} of={props} row={row} index={index} />
        ))}
      </ol>
    </>
  );
}

function DayRow({ of, row, index }: Pick<CellOfProps, 'of' | 'row' | 'index'>) {
  const saidBy = useId();
  const remarks = remarksOfRow(of, row, [of.shownDay]);
  return (
    <li className="px-3 py-2">
      <p className="mb-1 flex justify-between gap-2 text-sm">
        <span className="min-w-0 font-medium wrap-anywhere">{row.name}</span>
        {row.total && <span className="shrink-0 text-muted tabular-nums">{row.total} this week</span>}
      </p>
      <Cell of={of} row={row} index={index} day={of.shownDay} saidBy={saidBy} line={LINE.list} />
      {remarks.length > 0 && (
        <div id={saidBy} className="text-sm">
          <RowRemarks remarks={remarks} />
        </div>
      )}
    </li>
  );
}
