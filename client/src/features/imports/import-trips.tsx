import { countOf } from '@shared/figures';
import type { TripImport } from '@shared/imports/imports';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { PageHeader } from '@/components/ui/page-header';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useConfirmImport, useUndoImport } from './api';
import { CorrectRows, type RowsToCorrect } from './components/correct-rows';
import { ImportFileCard } from './components/import-file-card';
import { ImportPreviewCard } from './components/import-preview-card';
import { ImportsCard } from './components/imports-card';
import { useCheckedFile } from './use-checked-file';

/** Imports a file and takes imports back, and says what came of it. */
function useImporting(onImported: () => void) {
  const confirm = useConfirmImport();
  const undo = useUndoImport();

  async function undoImport(id: string) {
    const done = ({ tripCount }: TripImport) => ({
      title: 'Import undone',
      description: `${countOf(tripCount, 'trip')} removed`,
    });
    await toastOutcome(undo.mutateAsync(id), done, 'Failed to undo the import');
  }

  async function importFile(confirmed: Parameters<typeof confirm.mutateAsync>[0]) {
    if (confirm.isPending) return;
    const isImported = await toastOutcome(
      confirm.mutateAsync(confirmed),
      ({ id, tripCount }) => withUndo(`${countOf(tripCount, 'trip')} imported`, () => undoImport(id)),
      'Failed to import trips',
    );
    if (isImported) onImported();
  }

  return { importFile, isImporting: confirm.isPending, undoImport, isUndoing: undo.isPending };
}

export function ImportTrips() {
  const { file, checked, fault, isChecking, ...chosen } = useCheckedFile();
  /** Counts imports, so that each starts with an empty file input. */
  const [round, setRound] = useState(0);
  const [toCorrect, setToCorrect] = useState<RowsToCorrect | null>(null);
  const [fixed, setFixed] = useState(0);
  const result = useRef<HTMLDivElement>(null);
  const earlier = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (checked || fault) result.current?.focus();
  }, [checked, fault]);

  const { importFile, isImporting, undoImport, isUndoing } = useImporting(() => {
    chosen.forget();
    setRound((before) => before + 1);
    earlier.current?.focus();
  });

  return (
    <>
      <PageHeader
        title="Import trips"
        description="Bring in past trips from a spreadsheet."
        offline="You're offline. Importing needs the internet."
      />
      <div className="space-y-4 sm:space-y-6">
        <ImportFileCard
          key={round}
          onChoose={(picked) => {
            setFixed(0);
            void chosen.choose(picked);
          }}
          isPrimary={!checked}
          checking={isChecking ? (file?.name ?? '') : null}
        />
        <div ref={result} tabIndex={-1} className="outline-none empty:hidden">
          {fault && (
            <Alert variant="destructive" title="This file cannot be imported">
              {fault}.
            </Alert>
          )}
          {file && checked && !fault && (
            <ImportPreviewCard
              fileName={file.name}
              preview={checked.preview}
              busy={isChecking || isImporting}
              importing={isImporting}
              onRead={(reading) => void chosen.read(file, reading)}
              onImport={() => void importFile({ file, ...checked })}
              fixed={fixed}
              isFixing={toCorrect?.preview === checked.preview}
              onCorrect={() => setToCorrect({ fileName: file.name, preview: checked.preview })}
            />
          )}
        </div>
        <CorrectRows
          asked={toCorrect}
          onStored={(count) => {
            setFixed(count);
            setToCorrect(null);
          }}
          onLeave={() => setToCorrect(null)}
        />
        <div ref={earlier} tabIndex={-1} className="outline-none">
          <ImportsCard onUndo={undoImport} undoing={isUndoing} />
        </div>
      </div>
    </>
  );
}
