import { formatCount } from '@shared/figures';
import { formatDay } from '@shared/periods';
import type { ChangesSince, LodgedDocument, Lodgement } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import { Copy, FileDown, FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button, IconButton } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { copyText } from '@/lib/copy-text';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { lodgedDocumentPath, useLodgementChanges } from '../api';
import { differenceText, historyText } from './change-text';
import { LodgeDialog } from './lodge-dialog';

type LodgedReportProps = { period: Period; lodgement: Lodgement; before: readonly Lodgement[] };

/** Changes since a report was lodged, and the documents of its lodgement and of those `before` that it amends. */
export function LodgedReport({ period, lodgement, before }: LodgedReportProps) {
  const changes = useLodgementChanges().data?.[lodgement.id];
  const [isAmending, setAmending] = useState(false);
  return (
    <>
      {changes && <ChangesSinceLodged changes={changes} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Button icon={FilePenLine} className="max-sm:w-full" onClick={() => setAmending(true)}>
          Amend
        </Button>
        <p className="text-sm text-muted">If you have lodged this report again, with other figures.</p>
      </div>
      <LodgedDocuments lodgement={lodgement} title="Documents as lodged" />
      {before.map((earlier) => (
        <LodgedDocuments
          key={earlier.id}
          lodgement={earlier}
          title={`Documents as lodged on ${formatDay(earlier.lodgedOn)}, amended since`}
        />
      ))}
      {isAmending && <LodgeDialog period={period} amended={lodgement} onClose={() => setAmending(false)} />}
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
        These figures are no longer what was lodged. You may have to lodge the report again.
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

type LodgedDocumentsProps = { lodgement: Lodgement; title: string };

const LodgedDocuments = ({ lodgement: { id, reason, documents }, title }: LodgedDocumentsProps) => (
  <div>
    <h3 className="font-semibold">{title}</h3>
    {reason && (
      <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">Amended because: {reason}</p>
    )}
    {documents.length > 0 ? (
      <ul aria-label={title} className="mt-2 divide-y divide-line border-y border-line">
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
