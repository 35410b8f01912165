import { type ImportPreview, type ImportRow, MAX_TYPED_ROWS } from '@shared/imports/imports';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filledRows } from '@/components/grid/grid-rows';
import { useGridRows } from '@/components/grid/use-grid-rows';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
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
const nameOf = (taken: RowsToCorrect | null) =>
  `${taken?.fileName.slice(0, 255 - SUFFIX.length) ?? 'Import'}${SUFFIX}`;

/**
 * The rows that an import refused, to be fixed in the grid of Log several and imported for themselves. Those that were left half fixed are here again,
 * and give way to other rows only when someone says so.
 */
export function CorrectRows({ asked, onStored, onLeave }: CorrectRowsProps) {
  const { known, drivers } = useKnown({ hasPlaces: true, isOfFile: true });
  const typed = useGridRows({ thing: 'import-rows', count: 0, of: tripRows });
  const [file, setFile] = useState<FileRows>(NO_FILE);
  const [taken, setTaken] = useState<RowsToCorrect | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isReady = !drivers.isPending;
  const isFilled = filledRows(typed.rows).length > 0;

  function take() {
    const rows = asked ? fixableRows(asked.preview) : [];
    const settled = rows
      .slice(0, MAX_TYPED_ROWS)
      .map(({ cells, remarks, number }) => ({ row: settleRow(newRow(cells), known), remarks, number }));
    setFile({
      said: new Map(settled.map(({ row, remarks }) => [row, remarks])),
      numbers: new Map(settled.map(({ row, number }) => [row.id, number])),
    });
    typed.startOver(settled.map(({ row }) => row));
    setTaken(asked);
  }
  const answer = useEffectEvent(() => {
    if (!isFilled) take();
    frame.current?.focus();
  });
  useEffect(() => {
    if (asked && isReady) answer();
  }, [asked, isReady]);

  return (
    <div ref={frame} tabIndex={-1} className="outline-none empty:hidden">
      {isFilled && (
        <Card
          title="Rows to fix"
          description={`Correct these rows, then import them together.${taken?.preview.counts.ready ? ' The other rows are imported separately.' : ''}`}
        >
          {asked && asked !== taken && (
            <Alert
              variant="due"
              title={`Rows of ${taken?.fileName ?? 'an earlier file'} are still here`}
              className="mb-4"
            >
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <p>
                  Import or discard them first. If you take the rows of the file above instead, what you typed
                  here is lost.
                </p>
                <Button variant="secondary" onClick={take}>
                  Take the rows of the file above
                </Button>
              </div>
            </Alert>
          )}
          <TypedRows
            typed={typed}
            known={known}
            name={nameOf(taken)}
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
