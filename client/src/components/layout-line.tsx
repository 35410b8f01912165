import { formatDateTime } from '@shared/periods';
import { History } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';

type LayoutLineProps = {
  layout: { name: string; usedAt: string };
  disabled: boolean;
  isLooking: boolean;
  onLook: () => void;
  onReadAfresh: () => void;
  onForget: () => void;
};

/** Says by which remembered layout a file was read, and lets it be looked at and forgotten. */
export const LayoutLine = ({
  layout,
  disabled,
  isLooking,
  onLook,
  onReadAfresh,
  onForget,
}: LayoutLineProps) => (
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
      <Button variant="ghost" disabled={disabled} onClick={onForget}>
        Forget
      </Button>
      <Link href="/?tab=settings" className="inline-flex min-h-11 items-center px-4 text-brand underline">
        Settings
      </Link>
    </span>
  </div>
);
