import { formatCount } from '@shared/figures';
import { MAX_IMPORT_ROWS } from '@shared/imports/imports';
import { FileDown, FileSpreadsheet, FileUp } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FileDrop } from '@/components/ui/file-drop';
import { Spinner } from '@/components/ui/states/spinner';
import { download } from '@/lib/download';
import { useDownload, useTurn } from '@/lib/hooks/use-download';

const TEMPLATES = [
  { label: 'Excel template', format: 'excel', ending: 'xlsx' },
  { label: 'CSV template', format: 'csv', ending: 'csv' },
] as const;

type ImportFileCardProps = {
  onChoose: (file: File) => void;
  checking: string | null;
  /** Choosing a file is what comes next. */
  isPrimary: boolean;
};

export function ImportFileCard({ onChoose, checking, isPrimary }: ImportFileCardProps) {
  const template = useDownload({
    start: ({ format, ending }: (typeof TEMPLATES)[number]) =>
      download('GET', `/api/imports/template?format=${format}`, `trips-template.${ending}`),
    failed: 'Failed to download the template',
  });

  const progress = useTurn(checking !== null, `Checking ${checking}`);

  return (
    <Card
      title="Choose a file"
      description={
        <>
          One row for each trip. Add your{' '}
          <Link href="/?tab=drivers" className="text-brand underline">
            drivers
          </Link>{' '}
          before you import.
        </>
      }
    >
      <FileDrop
        label="File"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        hint={`CSV or Excel (.xlsx), up to 10 MB and ${formatCount(MAX_IMPORT_ROWS)} trips.`}
        icon={FileUp}
        choose="Choose file"
        isPrimary={isPrimary}
        disabled={checking !== null}
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
        <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
          {checking !== null && (
            <>
              <Spinner /> {progress}
            </>
          )}
        </p>
      </FileDrop>
    </Card>
  );
}
