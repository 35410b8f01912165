import type { Period } from '@shared/reports/report-periods';
import { type PortalData, type PortalPart, portalCells } from '@shared/reports/reports';
import { portalTicksKey } from '@/lib/portal-ticks';
import { type Tickable, useTicks } from '@/lib/ticks';

/** The parts in the order in which TMR's portal asks for them. */
const ORDER: readonly PortalPart['id'][] = ['drivers', 'vehicles', 'areas', 'postcodes'];
/** The annual report asks for trips only. */
const NOT_ANNUAL: readonly PortalPart['id'][] = ['drivers', 'vehicles'];

/** The parts that the portal asks for in a report of this kind, in its order, and the `others`, which are details of them. */
export function portalPartsOf(kind: Period['kind'], { parts }: PortalData) {
  const hasAreas = parts.some(({ id }) => id === 'areas');
  const isAsked = ({ id }: PortalPart) =>
    kind === 'annual' ? !NOT_ANNUAL.includes(id) : id !== 'postcodes' || !hasAreas;
  return {
    asked: parts.filter(isAsked).toSorted((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id)),
    others: parts.filter((part) => !isAsked(part)),
  };
}

/** A cell with something to copy; its figure is the text. */
export type PortalCell = Tickable & { part: PortalPart['id']; row: number; column: number; figure: string };

/** How many of its first columns name a row; a name that is there again gets a number. */
const NAMED_BY: Partial<Record<PortalPart['id'], number>> = { areas: 2 };

/** The cells of a part with something to copy, row by row. */
export function cellsOf(part: PortalPart): PortalCell[] {
  const counts = new Map<string, number>();
  return portalCells(part).flatMap((texts, row) => {
    const first = texts.slice(0, NAMED_BY[part.id] ?? 1).join(', ');
    const count = (counts.get(first) ?? 0) + 1;
    counts.set(first, count);
    return texts.flatMap((figure, column) => {
      const name = [part.id, first, count, part.columns[column]?.label].join(' · ');
      return figure === '' ? [] : [{ part: part.id, row, column, name, figure }];
    });
  });
}

const isOneRow = (a: PortalCell, b: PortalCell) => a.part === b.part && a.row === b.row;

/** The cell that an arrow key leads to from the cell at `index`; undefined for another key, and at an edge. */
export function neighbourOf(
  cells: readonly PortalCell[],
  index: number,
  key: string,
): PortalCell | undefined {
  const here = cells[index];
  if (!here) return undefined;
  if (key === 'ArrowLeft') return cells[index - 1];
  if (key === 'ArrowRight') return cells[index + 1];
  const isOther = (cell: PortalCell) => !isOneRow(cell, here);
  const there =
    key === 'ArrowDown'
      ? cells.slice(index).find(isOther)
      : key === 'ArrowUp'
        ? cells.slice(0, index).findLast(isOther)
        : undefined;
  if (!there) return undefined;
  const row = cells.filter((cell) => isOneRow(cell, there));
  return row.findLast(({ column }) => column <= here.column) ?? row[0];
}

/** The next cell that is still to be copied, after the last one the first of them; undefined when all are. */
export function nextToCopy(
  cells: readonly PortalCell[],
  index: number,
  isTicked: (cell: PortalCell) => boolean,
): PortalCell | undefined {
  const isLeft = (cell: PortalCell) => !isTicked(cell);
  return cells.slice(index + 1).find(isLeft) ?? cells.slice(0, index).find(isLeft);
}

/** The cells of a period already copied into the portal, remembered on this device. */
export function usePortalProgress(holderId: string, period: Period, data: PortalData | undefined) {
  const ticks = useTicks(portalTicksKey(holderId, period.key));
  const cells = data ? portalPartsOf(period.kind, data).asked.flatMap(cellsOf) : [];
  const copied = cells.filter(ticks.isTicked).length;
  return { ticks, cells, copied, isDone: cells.length > 0 && copied === cells.length };
}
