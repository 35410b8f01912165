import { BY_TOKEN } from '@shared/activity/activity';
import { countOf } from '@shared/figures';
import type { WaitingFile } from '@shared/imports/waiting-files';
import { formatDateTime } from '@shared/periods';
import { DeleteDialog, useRowDialog } from '@/components/row-list';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { Folded } from '@/components/ui/folded';
import { QueryState } from '@/components/ui/states/query-state';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { useDiscardWaiting, useWaitingFiles, waitingFilePath } from './api';

/** More reasons than these are folded. */
const SHOWN = 3;

type WaitingFilesCardProps = {
  /** Whether a file is being read. */
  disabled: boolean;
  onOpen: (file: WaitingFile) => void;
  onDiscarded: (file: WaitingFile) => void;
};

/** Files that programs sent, with rows that need a person; nothing where none waits. */
export function WaitingFilesCard({ disabled, onOpen, onDiscarded }: WaitingFilesCardProps) {
  const query = useWaitingFiles();
  const { dialog, open, close } = useRowDialog();
  const files = query.data ?? [];
  if (files.length === 0 && !query.isError) return dialog;

  return (
    <Card
      title={`${countOf(files.length, 'file waits', 'files wait')} for answers`}
      description="Another program sent them. Rows that need no answer are stored already."
    >
      {query.isError ? (
        <QueryState query={query} failed="Files that wait for answers could not be loaded" />
      ) : (
        <ul aria-label="Files that wait for answers" className="divide-y divide-line border-y border-line">
          {files.map((file) => (
            <WaitingFileRow
              key={file.id}
              file={file}
              disabled={disabled}
              onOpen={() => onOpen(file)}
              onDiscard={() =>
                open(<DiscardDialog file={file} onDiscarded={() => onDiscarded(file)} onClose={close} />)
              }
            />
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}

type WaitingFileRowProps = {
  file: WaitingFile;
  disabled: boolean;
  onOpen: () => void;
  onDiscard: () => void;
};

function WaitingFileRow({ file, disabled, onOpen, onDiscard }: WaitingFileRowProps) {
  const { fileName, layout, rows, reasons, token, createdAt } = file;
  const saving = useDownload({
    start: (one: WaitingFile) => download('GET', waitingFilePath(one.id), one.fileName),
    failed: 'Failed to save the file',
  });
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <Clipped tall lines={2} className="font-medium">
            {fileName}
          </Clipped>
          <p className="text-sm text-muted wrap-anywhere">
            {countOf(rows, 'row')}, sent by {token}
            {BY_TOKEN} on {formatDateTime(new Date(createdAt))}, read as {layout}
          </p>
        </div>
        <div className="flex shrink-0 items-center">
          <Button variant="secondary" aria-label={`Open: ${fileName}`} disabled={disabled} onClick={onOpen}>
            Open
          </Button>
          <Button
            variant="ghost"
            className="px-2!"
            aria-label={`Save: ${fileName}`}
            disabled={saving.button.pending}
            onClick={() => void saving.save(file)}
          >
            Save
          </Button>
          <Button variant="ghost" className="px-2!" aria-label={`Discard: ${fileName}`} onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </div>
      {reasons.length > SHOWN ? (
        <Folded summary={`Why it waits (${countOf(reasons.length, 'reason')})`}>
          <Reasons reasons={reasons} />
        </Folded>
      ) : (
        <Reasons reasons={reasons} />
      )}
    </li>
  );
}

const Reasons = ({ reasons }: Pick<WaitingFile, 'reasons'>) => (
  <ul className="list-disc space-y-1 py-2 pl-5 text-sm wrap-anywhere">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
);

type DiscardDialogProps = { file: WaitingFile; onDiscarded: () => void; onClose: () => void };

function DiscardDialog({ file, onDiscarded, onClose }: DiscardDialogProps) {
  const { mutateAsync } = useDiscardWaiting();
  return (
    <DeleteDialog
      title="Discard this file?"
      name={file.fileName}
      confirmLabel="Discard"
      pendingLabel="Discarding..."
      done="File discarded"
      failed="Failed to discard the file"
      action={() => mutateAsync(file).then(onDiscarded)}
      onClose={onClose}
    >
      <p>
        Its {countOf(file.rows, 'row')} that {file.rows === 1 ? 'waits is' : 'wait are'} not stored. Rows that
        were stored already stay.
      </p>
    </DeleteDialog>
  );
}
