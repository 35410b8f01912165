import { formatCount } from '@shared/figures';
import { MAX_IMPORT_ROWS } from '@shared/imports/imports';
import { FileDown, FileSpreadsheet, FileUp } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FileButton, FileDrop } from '@/components/ui/file-drop';
import { download } from '@/lib/download';
import { useDownload, useTurn } from '@/lib/hooks/use-download';
import { WorkProgress } from './work-progress';

const TEMPLATES = [
  { label: 'Excel template', format: 'excel', ending: 'xlsx' },
  { label: 'CSV template', format: 'csv', ending: 'csv' },
] as const;

const file = {
  label: 'File',
  accept: '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  icon: FileUp,
};

type ImportFileCardProps = {
  onChoose: (file: File) => void;
  /** The name of the file that is read. */
  reading: string | null;
};

export function ImportFileCard({ onChoose, reading }: ImportFileCardProps) {
  const template = useDownload({
    start: ({ format, ending }: (typeof TEMPLATES)[number]) =>
      download('GET', `/api/imports/template?format=${format}`, `trips-template.${ending}`),
    failed: 'Failed to download the template',
  });
  const turn = useTurn(reading !== null, `Reading ${reading} and checking its rows`);

  return (
    <Card
      title="Choose a file"
      description="One row for each trip. New drivers and vehicles come with it: you look them over before anything is stored."
    >
      <FileDrop
        {...file}
        hint={`CSV or Excel (.xlsx), up to 10 MB and ${formatCount(MAX_IMPORT_ROWS)} trips.`}
        choose="Choose file"
        isPrimary
        disabled={reading !== null}
        onFile={onChoose}
        current={<FileSpreadsheet className="size-8 shrink-0 text-muted" />}
      >
        {TEMPLATES.map((one) => (
          <Button
            key={one.format}
            variant="ghost"
            icon={FileDown}
            disabled={template.button.pending}
            onClick={() => void template.save(one)}
          >
            {one.label}
          </Button>
        ))}
      </FileDrop>
      <WorkProgress words={reading === null ? null : turn} />
    </Card>
  );
}

type OtherFileProps = { disabled: boolean; onChoose: (file: File) => void };

/** Chooses another file in place of one that was read. */
export const OtherFile = ({ disabled, onChoose }: OtherFileProps) => (
  <FileButton {...file} choose="Choose another file" disabled={disabled} onFile={onChoose} />
);
