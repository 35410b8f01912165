import { formatCount } from '@shared/figures';
import type { LodgedDocument, Lodgement } from '@shared/reports/lodgements';
import { Copy, FileDown } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { download } from '@/lib/api-client';
import { useDownload } from '@/lib/hooks/use-download';
import { copyText } from '@/lib/toast';
import { lodgedDocumentPath } from '../api';

/** The documents as they were when a report was marked as lodged, to be saved and compared. */
export function LodgedDocuments({ lodgement: { id, documents } }: { lodgement: Lodgement }) {
  return (
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
          The documents were not kept: this was marked as lodged before Trip Log kept them. Only the figures
          and the report's SHA-256 are stored.
        </p>
      )}
    </div>
  );
}

const FIRST_DIGITS = 12;
const kilobytes = (bytes: number) => `${formatCount(Math.ceil(bytes / 1000))} kB`;

type DocumentLineProps = { lodgementId: string; document: LodgedDocument };

function DocumentLine({ lodgementId, document: { name, size, sha256 } }: DocumentLineProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { save, isPending, pendingLabel } = useDownload({
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
            aria-label={`SHA-256 of ${name}: ${isWhole ? sha256 : `${sha256.slice(0, FIRST_DIGITS)}…`}`}
            onClick={() => setIsWhole(!isWhole)}
            className="min-h-11 min-w-0 text-left wrap-anywhere pointer-fine:min-h-8"
          >
            SHA-256{' '}
            <code className="tabular-nums">{isWhole ? sha256 : `${sha256.slice(0, FIRST_DIGITS)}…`}</code>
          </button>
          <IconButton
            label={`Copy the SHA-256 of ${name}`}
            icon={Copy}
            onClick={() => copyText(sha256, { failed: 'Please select it and copy it by hand.' })}
          />
        </div>
      </div>
      <Button
        aria-label={`Download: ${name}`}
        icon={FileDown}
        pending={isPending}
        pendingLabel={pendingLabel}
        onClick={() => save(undefined)}
      >
        Download
      </Button>
    </li>
  );
}
