import { countOf } from '@shared/figures';
import { type ImportPreview, MAX_IMPORT_BYTES, type TripImport } from '@shared/imports';
import { use, useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { PageHeader } from '@/components/ui/page-header';
import { messageOf } from '@/lib/api-client';
import { DraftOwner } from '@/lib/drafts/use-form-draft';
import { useAskBeforeLeaving } from '@/lib/hooks/use-window-event';
import { randomUuid } from '@/lib/random-uuid';
import { toastOutcome, withUndo } from '@/lib/toast';
import { type ChosenFile, type FileReading, useConfirmImport, usePreviewImport, useUndoImport } from './api';
import { CorrectRows, type RowsToCorrect } from './components/correct-rows';
import { ImportFileCard } from './components/import-file-card';
import { ImportPreviewCard } from './components/import-preview-card';
import { ImportsCard } from './components/imports-card';

const FAILED = 'Failed to read the file';

/** The last preview, with the idempotency key of its import. */
type Checked = { preview: ImportPreview; key: string };

/** A file that was answered for and not imported yet outlives a look at another screen; closing the page asks first. */
let halfDone: { owner: string; file: ChosenFile; checked: Checked } | undefined;

export function ImportTrips() {
  const owner = use(DraftOwner);
  const [left] = useState(() => (halfDone?.owner === owner ? halfDone : undefined));
  const [file, setFile] = useState<ChosenFile | null>(left?.file ?? null);
  const [fault, setFault] = useState<string>();
  const [checked, setChecked] = useState<Checked | null>(left?.checked ?? null);
  const check = usePreviewImport();
  const confirm = useConfirmImport();
  const undo = useUndoImport();
  /** Counts imports, so that each starts with an empty file input. */
  const [round, setRound] = useState(0);
  const [toCorrect, setToCorrect] = useState<RowsToCorrect | null>(null);
  const [fixed, setFixed] = useState(0);
  const result = useRef<HTMLDivElement>(null);
  const earlier = useRef<HTMLDivElement>(null);

  useEffect(() => {
    halfDone = file && checked ? { owner, file, checked } : undefined;
  }, [owner, file, checked]);
  useAskBeforeLeaving(file !== null && checked !== null);

  useEffect(() => {
    if (checked || fault) result.current?.focus();
  }, [checked, fault]);

  async function checkFile(chosen: ChosenFile, reading: FileReading = {}) {
    setFault(undefined);
    try {
      setChecked({ preview: await check.mutateAsync({ file: chosen, reading }), key: randomUuid() });
    } catch (error) {
      setChecked(null);
      setFault(messageOf(error, FAILED));
    }
  }

  async function choose(picked: File) {
    setChecked(null);
    setFile(null);
    setFixed(0);
    if (picked.size > MAX_IMPORT_BYTES) return setFault('The file is larger than 10 MB. Split it');
    const contents = await picked.arrayBuffer().catch(() => undefined);
    if (!contents) return setFault(FAILED);
    const chosen = { name: picked.name, contents: new Blob([contents]) };
    setFile(chosen);
    await checkFile(chosen);
  }

  async function undoImport(id: string) {
    const done = ({ tripCount }: TripImport) => ({
      title: 'Import undone',
      description: `${countOf(tripCount, 'trip')} removed`,
    });
    await toastOutcome(undo.mutateAsync(id), done, 'Failed to undo the import');
  }

  async function importTrips() {
    if (!file || !checked || confirm.isPending) return;
    const isImported = await toastOutcome(
      confirm.mutateAsync({ file, ...checked }),
      ({ id, tripCount }) => withUndo(`${countOf(tripCount, 'trip')} imported`, () => undoImport(id)),
      'Failed to import trips',
    );
    if (!isImported) return;
    setFile(null);
    setChecked(null);
    setRound((before) => before + 1);
    earlier.current?.focus();
  }

  return (
    <>
      <PageHeader
        title="Import trips"
        description="Bring in past trips from a spreadsheet."
        offline="Offline: imports need the network."
      />
      <div className="space-y-4 sm:space-y-6">
        <ImportFileCard
          key={round}
          onChoose={choose}
          isPrimary={!checked}
          checking={check.isPending ? (file?.name ?? '') : null}
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
              busy={check.isPending || confirm.isPending}
              importing={confirm.isPending}
              onRead={(reading) => void checkFile(file, reading)}
              onImport={() => void importTrips()}
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
          <ImportsCard onUndo={undoImport} undoing={undo.isPending} />
        </div>
      </div>
    </>
  );
}
