import { countOf, formatCount } from '@shared/figures';
import { formatDay } from '@shared/periods';
import type { LodgedDocument, Lodgement } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import { Copy, FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { Folded } from '@/components/ui/folded';
import { copyText } from '@/lib/copy-text';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { lodgedDocumentPath, useChangesOf } from '../api';
import { RecordCorrection } from './changes-since';

type LodgedReportProps = { period: Period; lodgement: Lodgement; before: readonly Lodgement[] };

/** The documents of a lodgement and of those `before` that it amends; one whose figures are as they were has the way to a correction here. */
export function LodgedReport({ period, lodgement, before }: LodgedReportProps) {
  const hasChanged = useChangesOf(lodgement) !== undefined;
  return (
    <>
      {!hasChanged && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <RecordCorrection period={period} lodgement={lodgement} />
          <p className="text-sm text-muted">Lodged it again? Record the new lodgement.</p>
        </div>
      )}
      <LodgedDocuments lodgement={lodgement} title="Documents as lodged" />
      {before.map((earlier) => (
        <LodgedDocuments
          key={earlier.id}
          lodgement={earlier}
          title={`Documents as lodged on ${formatDay(earlier.lodgedOn)}, amended since`}
        />
      ))}
    </>
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
      <Folded summary={countOf(documents.length, 'document')}>
        <ul aria-label={title} className="divide-y divide-line border-y border-line">
          {documents.map((document) => (
            <DocumentLine key={document.name} lodgementId={id} document={document} />
          ))}
        </ul>
      </Folded>
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
