import { countOf } from '@shared/figures';
import type { Period } from '@shared/reports/report-periods';
import { type PortalData, type PortalPart, portalCells, portalText } from '@shared/reports/reports';
import { clsx } from 'clsx';
import { ChevronRight, Copy, FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { DataTable } from '@/components/ui/data-table';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { download } from '@/lib/api-client';
import { copyText, toastOutcome } from '@/lib/toast';
import { portalCsvPath, usePortalData } from './api';

export function PortalTables({ period }: { period: Period }) {
  const query = usePortalData(period);
  const { data } = query;
  return (
    <div className="mt-3">
      <QueryState
        query={query}
        failed="The data could not be loaded"
        skeleton={<SkeletonGroup label="Loading the data" bars={['h-10', 'h-10', 'h-10']} />}
      />
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

/** @returns whether the browser let it */
export const copyAll = ({ parts }: PortalData): Promise<boolean> =>
  copy(parts.map((part) => `${part.title}\n${portalText(part)}`).join('\n\n'));

const copy = (text: string) =>
  copyText(text, { done: 'Paste it into the portal or a spreadsheet.', failed: 'Please use the CSV files.' });

/** Longer tables are read in the CSV file. */
const ROWS_SHOWN = 100;

function PartLine({ part, period }: { part: PortalPart; period: Period }) {
  const [isOpen, setIsOpen] = useState(false);

  const save = () => {
    const saving = download('GET', portalCsvPath(period, part.id), `${part.id}-${period.key}.csv`);
    return toastOutcome(saving, undefined, 'Failed to download the CSV file');
  };

  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 items-center gap-2 text-left pointer-fine:min-h-10"
        >
          <ChevronRight className={clsx('size-4 text-muted', isOpen && 'rotate-90')} />
          <span className="font-medium">{part.title}</span>
          <span className="text-sm text-muted">{countOf(part.rows.length, 'row')}</span>
        </button>
        <div className="flex gap-2 max-sm:pb-2">
          <Button aria-label={`Copy: ${part.title}`} icon={Copy} onClick={() => copy(portalText(part))}>
            Copy
          </Button>
          <Button aria-label={`Download CSV: ${part.title}`} icon={FileDown} onClick={save}>
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
          cell: ({ cells: { [index]: text } }: { cells: string[] }) =>
            text ? <Clipped>{text}</Clipped> : null,
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
