import { formatDateTime } from '@shared/periods';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';

type LayoutLineProps = {
  layout: { name: string; usedAt: string };
  disabled: boolean;
  isLooking: boolean;
  onLook: () => void;
  onReadAfresh: () => void;
  onForget: () => void;
};

export const FORGET_LAYOUT = {
  title: 'Forget how these files are read?',
  hint: 'The next file with these headings is asked about as the first was. Imported trips stay.',
};

/** Says by which remembered layout a file was read, and lets it be looked at and forgotten. */
export function LayoutLine({ layout, disabled, isLooking, onLook, onReadAfresh, onForget }: LayoutLineProps) {
  const [isForgetting, setForgetting] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <p className="flex min-w-0 gap-2">
        <History className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">
          Read as last time ({layout.name})
          <span className="text-muted">, {formatDateTime(new Date(layout.usedAt))}</span>
        </span>
      </p>
      <span className="flex flex-wrap items-center">
        <Button variant="ghost" aria-expanded={isLooking} onClick={onLook}>
          Look
        </Button>
        {isLooking && (
          <Button variant="ghost" disabled={disabled} onClick={onReadAfresh}>
            Read it afresh
          </Button>
        )}
        <Button variant="ghost" disabled={disabled} onClick={() => setForgetting(true)}>
          Forget
        </Button>
        {isForgetting && (
          <ConfirmDialog
            title={FORGET_LAYOUT.title}
            description={FORGET_LAYOUT.hint}
            confirmLabel="Forget"
            pendingLabel="Forgetting..."
            pending={false}
            onConfirm={() => {
              setForgetting(false);
              onForget();
            }}
            onCancel={() => setForgetting(false)}
          />
        )}
        <Link href="/?tab=settings" className="inline-flex min-h-11 items-center px-4 text-brand underline">
          Settings
        </Link>
      </span>
    </div>
  );
}
