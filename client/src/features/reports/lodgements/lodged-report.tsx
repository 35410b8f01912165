import { ACTION_LABELS } from '@shared/activity/activity';
import { countOf, formatCount, formatMinutes } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import type {
  ChangesSince,
  Difference,
  FigureChange,
  LastChange,
  LodgedDocument,
  Lodgement,
} from '@shared/reports/lodgements';
import { Copy, FileDown } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button, IconButton } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { download } from '@/lib/api-client';
import { useDownload } from '@/lib/hooks/use-download';
import { copyText } from '@/lib/toast';
import { lodgedDocumentPath, useLodgementChanges } from '../api';

export function LodgedReport({ lodgement }: { lodgement: Lodgement }) {
  const changes = useLodgementChanges().data?.[lodgement.id];
  return (
    <>
      {changes && <ChangesSinceLodged changes={changes} />}
      <LodgedDocuments lodgement={lodgement} />
    </>
  );
}

/** A phone shows a card for each figure; below them are the documents and the checks. */
const SHOWN_AT_FIRST = 8;

function ChangesSinceLodged({ changes: { figures, total, left } }: { changes: ChangesSince }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <div className="space-y-3">
      <Alert variant="due" title="Changed since lodged">
        These figures are no longer what was lodged. You may have to tell TMR.
      </Alert>
      <DataTable
        caption="What has changed since it was lodged"
        columns={[
          {
            header: 'Figure',
            cell: ({ label }) => <span className="wrap-anywhere">{label}</span>,
            inCardTitle: true,
          },
          { header: 'Lodged', cell: ({ lodged }) => lodged ?? 'not there' },
          { header: 'Now', cell: ({ now }) => now ?? 'not there' },
          { header: 'Difference', cell: ({ difference }) => difference && differenceText(difference) },
          {
            header: 'Last change',
            long: true,
            cell: (figure) => {
              const text = historyText(figure);
              return text && <span className="wrap-anywhere">{text}</span>;
            },
          },
        ]}
        rows={showsAll ? figures : figures.slice(0, SHOWN_AT_FIRST)}
        rowKey={({ label }) => label}
        cardTitle={({ label }) => label}
      />
      {figures.length > SHOWN_AT_FIRST && !showsAll && (
        <Button onClick={() => setShowsAll(true)}>Show all {figures.length} figures</Button>
      )}
      <p className="text-sm text-muted">
        {left.figures > 0 &&
          `And ${formatCount(left.figures)} more figures, together ${differenceText(left.difference)}. `}
        All places together: {differenceText(total)}.
      </p>
    </div>
  );
}

const plus = (count: number) => (count > 0 ? '+' : '');

/** "+2 trips, -5 min of waiting". */
export const differenceText = ({ trips: count, waiting }: Difference): string =>
  `${plus(count)}${countOf(count, 'trip')}, ${plus(waiting)}${formatMinutes(waiting)} of waiting`;

function actText({ entity, action, count }: LastChange): string {
  if (entity === 'driver' || entity === 'vehicle') return `${entity} ${ACTION_LABELS[action]}`;
  if (entity === 'trip') return `${countOf(count, 'trip')} ${ACTION_LABELS[action]}`;
  return `${action === 'deleted' ? 'undo of an import' : 'import'} of ${countOf(count, 'trip')}`;
}

/** "Changed 3 times, last by Mary Smith on 12/11/2026 14:05: import of 200 trips"; null where the audit trail has nothing. */
export function historyText({ times, last }: Pick<FigureChange, 'times' | 'last'>): string | null {
  if (!last) return null;
  const often = times === 1 ? 'Changed' : `Changed ${formatCount(times)} times, last`;
  return `${often} by ${last.person ?? 'Trip Log'} on ${formatDateTime(new Date(last.at))}: ${actText(last)}`;
}

const LodgedDocuments = ({ lodgement: { id, documents } }: { lodgement: Lodgement }) => (
  <div>
    <h3 className="mb-2 font-semibold">Documents as lodged</h3>
    {documents.length > 0 ? (
      <ul aria-label="Documents as lodged" className="divide-y divide-line border-y border-line">
        {documents.map((document) => (
          <DocumentLine key={document.name} lodgementId={id} document={document} />
        ))}
      </ul>
    ) : (
      <p className="text-sm text-muted">
        The documents were not kept: this was marked as lodged before Trip Log kept them. Only the figures and
        the report's SHA-256 are stored.
      </p>
    )}
  </div>
);

const FIRST_DIGITS = 12;
const kilobytes = (bytes: number) => `${formatCount(Math.ceil(bytes / 1000))} kB`;

type DocumentLineProps = { lodgementId: string; document: LodgedDocument };

function DocumentLine({ lodgementId, document: { name, size, sha256 } }: DocumentLineProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shownHash = isWhole ? sha256 : `${sha256.slice(0, FIRST_DIGITS)}…`;
  const copyHash = () => copyText(sha256, { failed: 'Please select it and copy it by hand.' });
  const { save, button } = useDownload({
    start: () => download('GET', lodgedDocumentPath(lodgementId, name), name),
    failed: 'Failed to download the document',
    making: 'Reading...',
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-2">
      <div className="min-w-0 grow basis-64">
        <p className="wrap-anywhere">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-sm whitespace-nowrap text-muted">{kilobytes(size)}</span>
        </p>
        <div className="flex items-center gap-1 text-sm text-muted">
          <button
            type="button"
            aria-expanded={isWhole}
            aria-label={`SHA-256 of ${name}: ${shownHash}`}
            onClick={() => setIsWhole(!isWhole)}
            className="min-h-11 min-w-0 text-left wrap-anywhere pointer-fine:min-h-8"
          >
            SHA-256 <code className="tabular-nums">{shownHash}</code>
          </button>
          <IconButton label={`Copy the SHA-256 of ${name}`} icon={Copy} onClick={copyHash} />
        </div>
      </div>
      <Button aria-label={`Download: ${name}`} icon={FileDown} {...button} onClick={() => save(undefined)}>
        Download
      </Button>
    </li>
  );
}
