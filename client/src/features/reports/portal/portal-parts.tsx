import { countOf, formatCount } from '@shared/figures';
import type { Period } from '@shared/reports/report-periods';
import { type PortalData, type PortalPart, portalText } from '@shared/reports/reports';
import { Copy, FileDown } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DocumentDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { copyText } from '@/lib/copy-text';
import { download } from '@/lib/download';
import { toastOutcome } from '@/lib/toast';
import { portalCsvPath } from '../api';
import { PartGrid } from './part-grid';
import {
  neighbourOf,
  nextToCopy,
  type PortalCell,
  portalPartsOf,
  type usePortalProgress,
} from './portal-cells';

/** @returns whether the browser let it */
export const copyAll = ({ parts }: PortalData): Promise<boolean> =>
  copy(parts.map((part) => `${part.title}\n${portalText(part)}`).join('\n\n'));

const copy = (text: string) =>
  copyText(text, { done: 'Paste it into the portal or a spreadsheet.', failed: 'Please use the CSV files.' });

type PortalPartsProps = {
  period: Period;
  data: PortalData;
  progress: ReturnType<typeof usePortalProgress>;
  /** The step where there is nothing to copy. */
  action: ReactNode;
};

/** The portal's tables, copied cell by cell: a key or a tap copies the current cell, ticks it off and moves to the next. */
export function PortalParts({ period, data, progress, action }: PortalPartsProps) {
  const { ticks, cells, copied, isDone } = progress;
  const { asked, others } = portalPartsOf(period.kind, data);
  const frame = useRef<HTMLDivElement>(null);
  const { current, goTo } = useCurrentCell(cells, ticks.isTicked, frame);

  async function copyCell(cell: PortalCell) {
    const failed = 'Please type the cell by hand, or use the CSV files.';
    if (!(await copyText(cell.figure, { failed, isQuiet: true }))) return;
    ticks.tick([cell]);
    goTo(nextToCopy(cells, cells.indexOf(cell), ticks.isTicked) ?? cell);
  }

  function untickAll() {
    ticks.untick(cells);
    if (cells[0]) goTo(cells[0]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || !current) return;
    const isOnCell = event.target instanceof HTMLElement && event.target.dataset.cell !== undefined;
    if (!isOnCell) return;
    const next = neighbourOf(cells, cells.indexOf(current), event.key);
    if (next) goTo(next);
    else if (event.key === 'Backspace') ticks.untick([current]);
    else if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
  }

  if (cells.length === 0)
    return (
      <Card>
        <EmptyState
          drawing={<DocumentDrawing />}
          title={`Nothing to copy for ${period.label}`}
          hint={`A ${period.kind === 'annual' ? 'year' : 'quarter'} without trips is a nil report.`}
          action={action}
        />
      </Card>
    );
  return (
    <>
      <CopyProgress copied={copied} count={cells.length} isDone={isDone} onCopyAll={() => copyAll(data)} />
      <div className="mt-3 flex items-center justify-between gap-x-4 print:hidden">
        <p className="text-sm text-muted">
          Tap a cell to copy it.{' '}
          <span className="max-sm:hidden pointer-coarse:hidden">
            With keys: Enter or Space copies the cell and goes to the next, the arrow keys move, Backspace
            unticks.
          </span>
        </p>
        {copied > 0 && (
          <Button variant="ghost" className="-mr-4 shrink-0" onClick={untickAll}>
            Untick all
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the grids in it */}
      <div ref={frame} onKeyDown={onKeyDown}>
        {asked.map((part) => {
          const ofPart = cells.filter((cell) => cell.part === part.id);
          return (
            <Part key={part.id} part={part} period={period} state={doneText(part, ofPart, ticks.isTicked)}>
              {part.rows.length > 0 && (
                <PartGrid
                  part={part}
                  cells={ofPart}
                  current={current}
                  isTicked={ticks.isTicked}
                  onCopy={copyCell}
                  onShowMore={goTo}
                />
              )}
            </Part>
          );
        })}
      </div>
      {others.length > 0 && (
        <section className="mt-6 print:hidden">
          <h3 className="font-semibold">Details</h3>
          <p className="text-sm text-muted">The portal does not ask for these in this report.</p>
          {others.map((part) => (
            <Part key={part.id} part={part} period={period} state={countOf(part.rows.length, 'row')} />
          ))}
        </section>
      )}
    </>
  );
}

type CopyProgressProps = { copied: number; count: number; isDone: boolean; onCopyAll: () => void };

const CopyProgress = ({ copied, count, isDone, onCopyAll }: CopyProgressProps) => (
  <div className="sticky top-0 z-10 -mx-4 bg-ground px-4 pt-2 pb-1 print:hidden">
    <div className="flex items-center justify-between gap-x-2">
      <p role="status" className="font-medium">
        {isDone
          ? `All ${countOf(count, 'cell')} copied`
          : `${formatCount(copied)} of ${countOf(count, 'cell')} copied`}
      </p>
      <Button icon={Copy} className="shrink-0 whitespace-nowrap max-[22rem]:px-3" onClick={onCopyAll}>
        Copy all
      </Button>
    </div>
    <div aria-hidden="true" className="mt-2 h-1 rounded-full bg-line forced-colors:bg-[CanvasText]">
      <div
        className="h-1 rounded-full bg-brand forced-color-adjust-none"
        style={{ width: `${(100 * copied) / count}%` }}
      />
    </div>
  </div>
);

/** "12 of 30 rows done": a row is done when all of its cells are. */
function doneText(
  part: PortalPart,
  cells: readonly PortalCell[],
  isTicked: (cell: PortalCell) => boolean,
): string {
  const left = new Set(cells.filter((cell) => !isTicked(cell)).map(({ row }) => row));
  return `${formatCount(part.rows.length - left.size)} of ${countOf(part.rows.length, 'row')} done`;
}

/** The cell that the keys act on: at first the first that is still to be copied. The focus follows it. */
function useCurrentCell(
  cells: readonly PortalCell[],
  isTicked: (cell: PortalCell) => boolean,
  frame: { current: HTMLElement | null },
) {
  const [name, setName] = useState<string>();
  const current =
    cells.find((cell) => cell.name === name) ?? cells.find((cell) => !isTicked(cell)) ?? cells[0];
  const [moves, setMoves] = useState(0);
  const focusCell = useEffectEvent((options?: FocusOptions) =>
    frame.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus(options),
  );
  useLayoutEffect(() => {
    if (moves > 0) focusCell();
  }, [moves]);
  // the screen opens ready for the keys, unless something has the focus already
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.getAttribute('role') === 'tabpanel')
      focusCell({ preventScroll: true });
  }, []);

  function goTo(cell: PortalCell) {
    setName(cell.name);
    setMoves((count) => count + 1);
  }
  return { current, goTo };
}

type PartProps = { part: PortalPart; period: Period; state: string; children?: ReactNode };

function Part({ part, period, state, children }: PartProps) {
  const save = () => {
    const saving = download('GET', portalCsvPath(period, part.id), `${part.id}-${period.key}.csv`);
    return toastOutcome(saving, undefined, 'Failed to download the CSV file');
  };
  return (
    <section className="mt-4 rounded-md border border-line bg-surface p-3 print:border-0 print:p-0 sm:p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold">
          {part.title} <span className="inline-block text-sm font-normal text-muted">{state}</span>
        </h3>
        {part.rows.length > 0 && (
          <div className="flex gap-2 print:hidden">
            <Button aria-label={`Copy: ${part.title}`} icon={Copy} onClick={() => copy(portalText(part))}>
              Copy
            </Button>
            <Button aria-label={`Download CSV: ${part.title}`} icon={FileDown} onClick={save}>
              CSV
            </Button>
          </div>
        )}
      </div>
      {part.note && <p className="mt-1 text-sm text-muted">{part.note}.</p>}
      {part.averageNote && <p className="mt-1 text-sm text-muted">{part.averageNote}</p>}
      {children}
    </section>
  );
}
