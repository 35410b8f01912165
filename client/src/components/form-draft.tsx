import { clsx } from 'clsx';
import { useState } from 'react';
import type { FormDraft } from '@/lib/drafts/use-form-draft';
import { Button } from './ui/button';
import { ConfirmDialog } from './ui/dialog';

type DraftNoticeProps = { draft: Pick<FormDraft, 'isRestored' | 'startOver'>; className?: string };

/** Says that a form shows what was typed before it was opened, and offers what is stored; nothing where it shows that. */
export function DraftNotice({ draft, className }: DraftNoticeProps) {
  return (
    draft.isRestored && (
      <div
        role="status"
        className={clsx(
          'flex items-center justify-between gap-4 rounded-md border border-line bg-brand-soft px-3 text-sm',
          className,
        )}
      >
        <p className="py-2">What you typed before is here again.</p>
        <Button variant="ghost" className="-mr-3 shrink-0" onClick={draft.startOver}>
          Start over
        </Button>
      </div>
    )
  );
}

/**
 * The way out of a form that asks before typed text goes (docs/product/app.md#drafts).
 * @param onLeave called once nothing is lost, or knowingly
 */
export function useLeaving(draft: Pick<FormDraft, 'isTyped' | 'forget'>, onLeave: () => void) {
  const [isAsking, setAsking] = useState(false);
  function discard() {
    setAsking(false);
    draft.forget();
    onLeave();
  }
  return {
    leave: () => (draft.isTyped() ? setAsking(true) : discard()),
    /** To be rendered next to the form. */
    question: isAsking && (
      <ConfirmDialog
        title="Discard what you typed?"
        description="It is not saved, and cannot be brought back."
        cancelLabel="Keep typing"
        confirmLabel="Discard"
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    ),
  };
}
