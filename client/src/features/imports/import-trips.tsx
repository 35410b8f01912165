import type { UndoneImport } from '@shared/imports/imports';
import type { WaitingFile } from '@shared/imports/waiting-files';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { PageHeader } from '@/components/ui/page-header';
import { toastOutcome, withUndo } from '@/lib/toast';
import { type ConfirmedImport, useConfirmImport, useUndoImport } from './api';
import { CorrectRows, fixableRows, type RowsToCorrect } from './components/correct-rows';
import { ImportFileCard } from './components/import-file-card';
import { ImportPreview } from './components/import-preview';
import { importedText, keptText, undoneText } from './components/import-words';
import { ImportsCard } from './components/imports-card';
import { readingToImport } from './file-answers';
import { useForgetLayout } from './layouts/api';
import { countNewcomers } from './newcomers/newcomer-answers';
import { useCheckedFile } from './use-checked-file';
import { WaitingFilesCard } from './waiting/waiting-files-card';

/** Imports a file and takes imports back, and says what came of it. */
function useImporting(onImported: () => void) {
  const confirm = useConfirmImport();
  const undo = useUndoImport();

  async function undoImport(id: string) {
    const done = (undone: UndoneImport) => ({
      title: 'Import undone',
      description: [undoneText(undone), keptText(undone.kept)].filter(Boolean).join('. '),
    });
    await toastOutcome(undo.mutateAsync(id), done, 'Failed to undo the import');
  }

  async function importFile(confirmed: ConfirmedImport) {
    if (confirm.isPending) return;
    const isImported = await toastOutcome(
      confirm.mutateAsync(confirmed),
      ({ id, ...imported }) => withUndo(importedText(imported), () => undoImport(id)),
      'Failed to import trips',
    );
    if (isImported) onImported();
  }

  return { importFile, isImporting: confirm.isPending, undoImport, isUndoing: undo.isPending };
}

/** @param next what is to be done once trips are in: another feature's, so the app hands it in */
export function ImportTrips({ next }: { next: ReactNode }) {
  const { file, checked, fault, isChecking, ...chosen } = useCheckedFile();
  const forgetLayout = useForgetLayout();
  const [toCorrect, setToCorrect] = useState<RowsToCorrect | null>(null);
  const [fixed, setFixed] = useState(0);
  const [hasImported, setHasImported] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const earlier = useRef<HTMLDivElement>(null);
  const preview = checked?.preview;

  useEffect(() => {
    if (preview || fault) result.current?.focus();
  }, [preview, fault]);

  const { importFile, isImporting, undoImport, isUndoing } = useImporting(() => {
    // rows of new drivers can be fixed now that these are stored
    if (file && checked && isLater(checked) && fixableRows(checked.preview).length > 0)
      setToCorrect({ fileName: file.name, preview: checked.preview });
    chosen.forget();
    setHasImported(true);
    earlier.current?.focus();
  });

  function choose(picked: File) {
    setFixed(0);
    void chosen.choose(picked);
  }

  function openWaiting(waiting: WaitingFile) {
    setFixed(0);
    return chosen.open(waiting);
  }

  /** Reads the file as the first of its headings. */
  async function readAfresh() {
    if (file && checked) await chosen.read(file, { sheet: checked.preview.sheet, layout: 'ignore' });
  }

  async function forget(layoutId: string) {
    const isForgotten = await toastOutcome(
      forgetLayout.mutateAsync({ id: layoutId }),
      'Layout forgotten',
      'Failed to forget the layout',
    );
    if (isForgotten) await readAfresh();
  }

  const waitingFiles = (
    <WaitingFilesCard
      disabled={isChecking || isImporting}
      onOpen={(one) => void openWaiting(one)}
      onDiscarded={({ id }) => file?.waiting === id && chosen.forget()}
    />
  );

  return (
    <>
      <PageHeader
        title="Import trips"
        description="Bring in past trips from a spreadsheet."
        offline="You're offline. Importing needs the internet."
      />
      <div className="space-y-4 sm:space-y-6">
        {!checked && waitingFiles}
        {!checked && <ImportFileCard onChoose={choose} reading={isChecking ? (file?.name ?? '') : null} />}
        <div ref={result} tabIndex={-1} className="space-y-4 outline-none empty:hidden sm:space-y-6">
          {fault && (
            <Alert
              variant="destructive"
              title={checked ? 'The rows could not be checked' : 'This file cannot be imported'}
            >
              {fault}.
            </Alert>
          )}
          {file && checked && (
            <ImportPreview
              key={file.name}
              fileName={file.name}
              preview={checked.preview}
              draft={checked.draft}
              isChecking={isChecking || forgetLayout.isPending}
              isImporting={isImporting}
              onChoose={choose}
              onChange={chosen.change}
              onRead={(reading) => void chosen.read(file, { ...reading, layout: checked.layout })}
              onReadAfresh={() => void readAfresh()}
              onForget={(id) => void forget(id)}
              onImport={() =>
                void importFile({
                  file,
                  reading: { ...readingToImport(checked.preview, checked.draft), layout: checked.layout },
                  tripCount: checked.preview.counts.ready,
                  changeCount: checked.draft.updates ? checked.preview.counts.differs : 0,
                  key: checked.key,
                })
              }
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
        <div ref={earlier} tabIndex={-1} className="space-y-4 outline-none sm:space-y-6">
          {hasImported && !checked && next}
          {checked && waitingFiles}
          <ImportsCard onUndo={undoImport} undoing={isUndoing} />
        </div>
      </div>
    </>
  );
}

type Checked = NonNullable<ReturnType<typeof useCheckedFile>['checked']>;

/** Whether the import adds drivers or vehicles, without which rows cannot be fixed. */
function isLater({ preview, draft }: Checked): boolean {
  const { drivers, vehicles } = countNewcomers(preview.newcomers, draft.newcomers);
  return drivers + vehicles > 0;
}
