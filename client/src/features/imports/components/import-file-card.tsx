import { formatCount } from '@shared/figures';
import { MAX_IMPORT_ROWS } from '@shared/imports';
import { FileDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { Spinner } from '@/components/ui/states/spinner';
import { download } from '@/lib/api-client';
import { useDownload, useTurn } from '@/lib/hooks/use-download';

const TEMPLATES = [
  { label: 'Excel template', format: 'excel', ending: 'xlsx' },
  { label: 'CSV template', format: 'csv', ending: 'csv' },
] as const;

type ImportFileCardProps = { onChoose: (file: File) => void; checking: string | null };

export function ImportFileCard({ onChoose, checking }: ImportFileCardProps) {
  const template = useDownload({
    start: ({ format, ending }: (typeof TEMPLATES)[number]) =>
      download('GET', `/api/imports/template?format=${format}`, `trips-template.${ending}`),
    failed: 'Failed to download the template',
  });

  const progress = useTurn(checking !== null, `Checking ${checking}`);

  return (
    <Card title="Choose a file" description="One row for each trip. Drivers must be in Drivers first.">
      <Field
        label="File"
        hint={`CSV or Excel (.xlsx), up to 10 MB and ${formatCount(MAX_IMPORT_ROWS)} trips`}
      >
        <TextInput
          type="file"
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={checking !== null}
          className="py-2 read-only:bg-surface disabled:bg-sunken file:mr-3 file:rounded-sm file:border-0 file:bg-brand-soft file:px-2 file:font-medium file:text-brand"
          // the same file can be chosen again once it was edited
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onChoose(file);
          }}
        />
      </Field>
      <p role="status" className="mt-2 flex min-h-6 items-center gap-2 text-sm text-muted">
        {checking !== null && (
          <>
            <Spinner /> {progress}
          </>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {TEMPLATES.map((one) => (
          <Button
            key={one.format}
            icon={FileDown}
            disabled={template.button.pending}
            onClick={() => void template.save(one)}
          >
            {one.label}
          </Button>
        ))}
      </div>
    </Card>
  );
}
