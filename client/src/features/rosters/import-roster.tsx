import { formatCount } from '@shared/figures';
import type { TripImport } from '@shared/imports/imports';
import type { Roster } from '@shared/imports/roster-fields';
import { MAX_ROSTER_ROWS } from '@shared/imports/rosters';
import { FileDown, FileSpreadsheet, FileUp } from 'lucide-react';
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
import { useStoreRoster, useUndoRoster } from './api';
import { RosterPreviewCard } from './roster-preview';
import { useRosterFile } from './use-roster-file';

const TEMPLATES = [
  { of: 'drivers', label: 'Drivers: Excel template', format: 'excel', ending: 'xlsx' },
  { of: 'drivers', label: 'CSV', format: 'csv', ending: 'csv' },
  { of: 'vehicles', label: 'Vehicles: Excel template', format: 'excel', ending: 'xlsx' },
  { of: 'vehicles', label: 'CSV', format: 'csv', ending: 'csv' },
] as const satisfies readonly { of: Roster; label: string; format: string; ending: string }[];

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
  const { file, checked, fault, isChecking, choose, change, answer } = useRosterFile();
  const { storeSheet, isStoring } = useStoring(onStored);
  const result = useRef<HTMLDivElement>(null);
  const isFirst = checked !== null;
  useEffect(() => {
    if (isFirst || fault) result.current?.focus();
  }, [isFirst, fault]);

  return (
    <>
      <PageHeader
        title="Drivers and vehicles from a spreadsheet"
        description="New ones are added, and what the sheet says otherwise is changed."
        offline="You're offline. Importing needs the internet."
      />
      <div className="space-y-4 sm:space-y-6">
        <FileCard reading={isChecking ? (file?.name ?? '') : null} isPrimary={!checked} onChoose={choose} />
        <div ref={result} tabIndex={-1} className="space-y-4 outline-none empty:hidden">
          {fault && (
            <Alert variant="destructive" title="This file cannot be read">
              {fault}.
            </Alert>
          )}
          {file && checked && (
            <RosterPreviewCard
              key={file.name}
              fileName={file.name}
              preview={checked.preview}
              busy={isChecking || isStoring || fault !== undefined}
              storing={isStoring}
              onChange={change}
              onAnswer={answer}
              onStore={() => void storeSheet({ file, ...checked })}
            />
          )}
        </div>
      </div>
    </>
  );
}

type FileCardProps = { reading: string | null; isPrimary: boolean; onChoose: (file: File) => void };

function FileCard({ reading, isPrimary, onChoose }: FileCardProps) {
  const template = useDownload({
    start: ({ of, format, ending }: (typeof TEMPLATES)[number]) =>
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
        label="File"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hint={`CSV or Excel (.xlsx), up to 10 MB and ${formatCount(MAX_ROSTER_ROWS)} rows.`}
        icon={FileUp}
        choose="Choose file"
        isPrimary={isPrimary}
        onFile={onChoose}
        current={<FileSpreadsheet className="size-8 shrink-0 text-muted" />}
      >
        {TEMPLATES.map((one) => (
          <Button
            key={`${one.of} ${one.format}`}
            variant="ghost"
            icon={FileDown}
            disabled={template.button.pending}
            {...(one.format === 'csv' && { 'aria-label': `CSV template of ${one.of}` })}
            onClick={() => void template.save(one)}
          >
            {one.label}
          </Button>
        ))}
        <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
          {reading !== null && (
            <>
              <Spinner /> {progress}
            </>
          )}
        </p>
      </FileDrop>
    </Card>
  );
}
