import { type ImportPreview, type ImportRow, MAX_TYPED_ROWS } from '@shared/imports/imports';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filledRows } from '@/components/grid/grid-rows';
import { useGridRows } from '@/components/grid/use-grid-rows';
import { Card } from '@/components/ui/card';
import { useKnown } from '@/features/places/use-known';
import { settleRow } from '../typed/check-cells';
import { newRow, tripRows } from '../typed/typed-row';
import { type FileRows, TypedRows } from '../typed/typed-rows';

export type RowsToCorrect = { fileName: string; preview: ImportPreview };

/** The rows that cannot be imported as they are. */
export const fixableRows = ({ rows }: ImportPreview): ImportRow[] => rows.filter(({ cells }) => cells);

type CorrectRowsProps = {
  asked: RowsToCorrect | null;
  onStored: (count: number) => void;
  onLeave: () => void;
};

const NO_FILE: FileRows = { said: new Map(), numbers: new Map() };
const SUFFIX = ', fixed rows';
const nameOf = (asked: RowsToCorrect | null) =>
  `${asked?.fileName.slice(0, 255 - SUFFIX.length) ?? 'Import'}${SUFFIX}`;

/** The rows that an import refused, to be fixed in the grid of Log several and imported for themselves. Those that were left half fixed are here again. */
export function CorrectRows({ asked, onStored, onLeave }: CorrectRowsProps) {
  const { known, drivers } = useKnown({ hasPlaces: true, isOfFile: true });
  const typed = useGridRows({ thing: 'import-rows', count: 0, of: tripRows });
  const [file, setFile] = useState<FileRows>(NO_FILE);
  const frame = useRef<HTMLDivElement>(null);
  const isReady = !drivers.isPending;

  const take = useEffectEvent(() => {
    const rows = asked ? fixableRows(asked.preview) : [];
    const taken = rows
      .slice(0, MAX_TYPED_ROWS)
      .map(({ cells, remarks, number }) => ({ row: settleRow(newRow(cells), known), remarks, number }));
    setFile({
      said: new Map(taken.map(({ row, remarks }) => [row, remarks])),
      numbers: new Map(taken.map(({ row, number }) => [row.id, number])),
    });
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
          description={`Correct these rows, then import them together.${asked?.preview.counts.ready ? ' The other rows are imported separately.' : ''}`}
        >
          <TypedRows
            typed={typed}
            known={known}
            name={nameOf(asked)}
            file={file}
            onStored={(count) => {
              typed.startOver();
              onStored(count);
            }}
            onLeave={() => {
              typed.startOver();
              onLeave();
            }}
          />
        </Card>
      )}
    </div>
  );
}
