import { formatCount } from '@shared/figures';
import type { TripImport } from '@shared/imports/imports';
import { ROSTERS, type Roster } from '@shared/imports/roster-fields';
import { MAX_ROSTER_ROWS } from '@shared/imports/rosters';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FileDrop } from '@/components/ui/file-drop';
import { PageHeader } from '@/components/ui/page-header';
import { Spinner } from '@/components/ui/states/spinner';
import { download } from '@/lib/download';
import { useDownload, useTurn } from '@/lib/hooks/use-download';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useForgetSheetLayout, useStoreRoster, useUndoRoster } from './api';
import { RosterPreviewCard, SHEET_FILE } from './roster-preview';
import { useRosterFile } from './use-roster-file';

const TEMPLATES = [
  { label: 'Excel', format: 'excel', ending: 'xlsx' },
  { label: 'CSV', format: 'csv', ending: 'csv' },
] as const;

/** "12 drivers added, 3 changed". */
function storedText({ of, driverCount, vehicleCount, changeCount }: TripImport): string {
  const [count, one] = of === 'vehicles' ? [vehicleCount, 'vehicle'] : [driverCount, 'driver'];
  const what = (number: number) => `${formatCount(number)} ${one}${number === 1 ? '' : 's'}`;
  if (count === 0) return `${what(changeCount)} changed`;
  return `${what(count)} added${changeCount > 0 ? `, ${formatCount(changeCount)} changed` : ''}`;
}

/** Stores a sheet, and offers to take all of it back. */
function useStoring(onStored: () => void) {
  const store = useStoreRoster();
  const undo = useUndoRoster();
  const takeBack = (id: string) =>
    toastOutcome(
      undo.mutateAsync(id),
      ({ kept = [] }) => ({ title: 'Import undone', description: kept.join(' ') }),
      'Failed to undo',
    );
  async function storeSheet(sheet: Parameters<typeof store.mutateAsync>[0]) {
    if (store.isPending) return;
    const done = (stored: TripImport) => withUndo(storedText(stored), () => takeBack(stored.id));
    if (await toastOutcome(store.mutateAsync(sheet), done, 'Failed to store the sheet')) onStored();
  }
  return { storeSheet, isStoring: store.isPending };
}

/** A sheet of drivers or of vehicles, from the Drivers tab (docs/product/drivers.md#from-a-spreadsheet). */
export function ImportRoster({ onStored }: { onStored: () => void }) {
  const { file, checked, fault, isChecking, forget, readAfresh, ...sheet } = useRosterFile();
  const { storeSheet, isStoring } = useStoring(() => {
    forget();
    onStored();
  });
  const forgetLayout = useForgetSheetLayout();
  const result = useRef<HTMLDivElement>(null);
  const isFirst = checked !== null;
  useEffect(() => {
    if (isFirst || fault) result.current?.focus();
  }, [isFirst, fault]);

  async function forgetLast(layoutId: string) {
    const forgetting = forgetLayout.mutateAsync(layoutId);
    if (await toastOutcome(forgetting, 'Layout forgotten', 'Failed to forget the layout')) readAfresh();
  }

  return (
    <>
      <PageHeader
        title="Drivers and vehicles from a spreadsheet"
        description="New ones are added, and what the sheet says otherwise is changed."
        offline="You're offline. Importing needs the internet."
      />
      <div className="space-y-4 sm:space-y-6">
        {!checked && <FileCard reading={isChecking ? (file?.name ?? '') : null} onChoose={sheet.choose} />}
        <div ref={result} tabIndex={-1} className="space-y-4 outline-none empty:hidden">
          {fault && (
            <Alert
              variant="destructive"
              title={checked ? 'The rows could not be checked' : 'This file cannot be read'}
            >
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                {fault}.{checked && <Button onClick={sheet.checkAgain}>Check again</Button>}
              </div>
            </Alert>
          )}
          {file && checked && (
            <RosterPreviewCard
              key={file.name}
              fileName={file.name}
              preview={checked.preview}
              busy={isChecking || isStoring || forgetLayout.isPending || fault !== undefined}
              checking={isChecking}
              storing={isStoring}
              onChoose={sheet.choose}
              onChange={sheet.change}
              onAnswer={sheet.answer}
              onReadAfresh={readAfresh}
              onForget={(id) => void forgetLast(id)}
              onStore={() => void storeSheet({ file, ...checked })}
            />
          )}
        </div>
      </div>
    </>
  );
}

type FileCardProps = { reading: string | null; onChoose: (file: File) => void };
type Template = (typeof TEMPLATES)[number] & { of: Roster };

function FileCard({ reading, onChoose }: FileCardProps) {
  const template = useDownload({
    start: ({ of, format, ending }: Template) =>
      download('GET', `/api/drivers/sheet/template?of=${of}&format=${format}`, `${of}-template.${ending}`),
    failed: 'Failed to download the template',
  });
  const progress = useTurn(reading !== null, `Reading ${reading}`);
  return (
    <Card
      title="Choose a file"
      description="One row for each driver, or for each vehicle. You look over what happens before anything is stored."
    >
      <FileDrop
        {...SHEET_FILE}
        hint={`CSV or Excel (.xlsx), up to 10 MB and ${formatCount(MAX_ROSTER_ROWS)} rows.`}
        choose="Choose file"
        isPrimary
        disabled={reading !== null}
        onFile={onChoose}
        current={<FileSpreadsheet className="size-8 shrink-0 text-muted" />}
      >
        {ROSTERS.map((of) => (
          <p key={of} className="flex flex-wrap items-center pl-4 text-sm sm:mr-4">
            Template of {of}
            {TEMPLATES.map((one) => (
              <Button
                key={one.format}
                variant="ghost"
                icon={FileDown}
                className="px-2!"
                disabled={template.button.pending}
                aria-label={`${one.label} template of ${of}`}
                onClick={() => void template.save({ ...one, of })}
              >
                {one.label}
              </Button>
            ))}
          </p>
        ))}
      </FileDrop>
      <p role="status" className="flex items-center gap-2 pt-2 text-sm text-muted empty:hidden">
        {reading !== null && (
          <>
            <Spinner /> {progress}
          </>
        )}
      </p>
    </Card>
  );
}
