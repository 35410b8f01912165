import type { Period } from '@shared/reports/report-periods';
import { type PortalData, type PortalPart, portalCells, portalText } from '@shared/reports/reports';
import { clsx } from 'clsx';
import { ChevronRight, Copy, FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';
import { download, messageOf } from '@/lib/api-client';
import { toast, toastError } from '@/lib/toast';
import { portalCsvPath, usePortalData } from '../lodgements-api';

/** What the regulator's portal asks for, ready to be pasted or attached. */
export function PortalTables({ period }: { period: Period }) {
  const { data, isPending, isError, error, isFetching, refetch } = usePortalData(period);
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Data for TMR's portal</h3>
        {data && (
          <Button icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => copy(allText(data))}>
            Copy all
          </Button>
        )}
      </div>
      {isPending && (
        <SkeletonGroup label="Loading the data" className="space-y-3">
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </SkeletonGroup>
      )}
      {isError && (
        <ErrorState
          title="The data could not be loaded"
          message={messageOf(error, 'Please try again.')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
      {data && (
        <ul className="divide-y divide-line border-y border-line">
          {data.parts.map((part) => (
            <PartLine key={part.id} part={part} period={period} />
          ))}
        </ul>
      )}
    </div>
  );
}

const allText = ({ parts }: PortalData): string =>
  parts.map((part) => `${part.title}\n${portalText(part)}`).join('\n\n');

async function copy(text: string): Promise<void> {
  try {
    // refused on pages without TLS from another machine
    await navigator.clipboard.writeText(text);
    toast({ title: 'Copied', description: 'Paste it into the portal or a spreadsheet.' });
  } catch (error) {
    toastError(error, 'The browser does not let this page copy. Please use the CSV files.');
  }
}

/** Beyond this a table is better read in its CSV file. */
const ROWS_SHOWN = 100;

function PartLine({ part, period }: { part: PortalPart; period: Period }) {
  const [isOpen, setIsOpen] = useState(false);

  async function save() {
    try {
      await download('GET', portalCsvPath(period, part.id), `${part.id}-${period.key}.csv`);
    } catch (error) {
      toastError(error, 'Failed to download the CSV file');
    }
  }

  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 items-center gap-2 text-left pointer-fine:min-h-10"
        >
          <ChevronRight aria-hidden="true" className={clsx('size-4 text-muted', isOpen && 'rotate-90')} />
          <span className="font-medium">{part.title}</span>
          <span className="text-sm text-muted">
            {part.rows.length.toLocaleString('en-AU')} {part.rows.length === 1 ? 'row' : 'rows'}
          </span>
        </button>
        <div className="flex gap-2 max-sm:pb-2">
          <Button
            aria-label={`Copy: ${part.title}`}
            icon={<Copy aria-hidden="true" className="size-4" />}
            onClick={() => copy(portalText(part))}
          >
            Copy
          </Button>
          <Button
            aria-label={`Download CSV: ${part.title}`}
            icon={<FileDown aria-hidden="true" className="size-4" />}
            onClick={save}
          >
            CSV
          </Button>
        </div>
      </div>
      {isOpen && <PartTable part={part} />}
    </li>
  );
}

function PartTable({ part }: { part: PortalPart }) {
  const rows = portalCells(part).slice(0, ROWS_SHOWN);
  return (
    <div className="py-2">
      <DataTable
        caption={part.title}
        columns={part.columns.map(({ label, kind }, index) => ({
          header: label,
          numeric: kind === 'number',
          inCardTitle: index === 0,
          cell: ({ cells }: { cells: string[] }) => cells[index] || null,
        }))}
        rows={rows.map((cells) => ({ cells }))}
        rowKey={({ cells }) => cells.join(' ')}
        cardTitle={({ cells }) => cells[0]}
      />
      {part.rows.length > ROWS_SHOWN && (
        <p className="mt-2 text-sm text-muted">The first {ROWS_SHOWN}; the rest is in the CSV file.</p>
      )}
    </div>
  );
}
