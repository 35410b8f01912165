import { type ImportRemark, type ImportRow, MAX_TYPED_ROWS } from '@shared/imports';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filledRows } from '@/components/grid/grid-rows';
import { useGridRows } from '@/components/grid/use-grid-rows';
import { Card } from '@/components/ui/card';
import { settleRow } from '../typed/check-cells';
import { newRow, type TypedRow, tripRows } from '../typed/typed-row';
import { TypedRows } from '../typed/typed-rows';
import { type LoadLocalities, useKnown } from '../typed/use-known';

export type RowsToCorrect = { fileName: string; rows: readonly ImportRow[] };

type CorrectRowsProps = {
  asked: RowsToCorrect | null;
  loadLocalities: LoadLocalities;
  onStored: (count: number) => void;
};

const SUFFIX = ', fixed rows';
const nameOf = (asked: RowsToCorrect | null) =>
  `${asked?.fileName.slice(0, 255 - SUFFIX.length) ?? 'Import'}${SUFFIX}`;

/** The rows that an import refused, to be fixed in the grid of Log several and imported for themselves. Those that were left half fixed are here again. */
export function CorrectRows({ asked, loadLocalities, onStored }: CorrectRowsProps) {
  const { known, drivers } = useKnown(loadLocalities);
  const typed = useGridRows({ thing: 'import-rows', count: 0, of: tripRows });
  const [said, setSaid] = useState<ReadonlyMap<TypedRow, readonly ImportRemark[]>>(new Map());
  const frame = useRef<HTMLDivElement>(null);
  const isReady = !drivers.isPending;

  const take = useEffectEvent(() => {
    const rows = asked?.rows ?? [];
    const taken = rows
      .slice(0, MAX_TYPED_ROWS)
      .map(({ cells, remarks }) => ({ row: settleRow(newRow(cells), known), remarks }));
    setSaid(new Map(taken.map(({ row, remarks }) => [row, remarks])));
    typed.startOver(taken.map(({ row }) => row));
    frame.current?.focus();
  });
  useEffect(() => {
    if (asked && isReady) take();
  }, [asked, isReady]);

  return (
    <div ref={frame} tabIndex={-1} className="outline-none empty:hidden">
      {filledRows(typed.rows).length > 0 && (
        <Card
          title="Rows to fix"
          description="Correct these rows, then import them together. The other rows are imported separately."
        >
          <TypedRows
            typed={typed}
            known={known}
            name={nameOf(asked)}
            said={said}
            onStored={(count) => {
              typed.startOver();
              onStored(count);
            }}
            onLeave={() => typed.startOver()}
          />
        </Card>
      )}
    </div>
  );
}
