import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { focusSection } from '@/lib/focus-section';
import { openDialogs } from '@/lib/open-dialogs';
import { leaveToasts, toastOutcome } from '@/lib/toast';
import { Button, IconButton } from './button';

type DialogProps = {
  /** Called by Escape, the close button and the browser's back button. The dialog stays open until its owner closes it. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The dialog asks a question that must be answered: no close button, announced as an alert. */
  question?: boolean;
  /** The title is only heard, and what is in the dialog closes it. */
  bare?: boolean;
};

/** A dialog's head and foot stay in view while the rest scrolls. A sticky offset is measured from inside its padding. */
const edge = 'flex items-start z-10 -mx-4 bg-surface px-4 [@media(min-height:25rem)]:sticky sm:-mx-6 sm:px-6';

/** A modal dialog, by the platform's own element, open while it is mounted: the page is inert, and the focus comes back. */
export function Dialog({
  onClose,
  title,
  description,
  children,
  question = false,
  bare = false,
}: DialogProps) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const opener = document.activeElement;
    const section = opener?.closest('section') ?? null;
    dialog.showModal();
    if (window.matchMedia('(pointer: fine)').matches)
      dialog.querySelector<HTMLElement>('input, select, [data-first-focus]')?.focus();
    openDialogs.add(dialog);
    leaveToasts();
    const letGoOfBack = closeOnBack(id, () => close());
    return () => {
      openDialogs.remove(dialog);
      dialog.close();
      // its row may be gone
      if (document.activeElement !== opener) focusSection(section);
      letGoOfBack();
    };
  }, [id]);

  return (
    <dialog
      ref={element}
      role={question ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // browsers close a dialog at the second Escape in a row, whatever is done about its `cancel`
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // so does the back gesture of a phone
      onClose={({ currentTarget }) => {
        if (currentTarget.open || !currentTarget.isConnected) return;
        currentTarget.showModal();
        onClose();
      }}
      className={clsx(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] scroll-py-20 overflow-y-auto rounded-md bg-surface p-4 text-ink shadow-float animate-enter forced-colors:border max-sm:mb-4 sm:p-6',
        bare ? 'max-w-150' : 'max-w-form',
      )}
    >
      <div
        className={
          bare
            ? 'sr-only'
            : clsx(
                edge,
                'line-while-before -top-4 -mt-4 justify-between gap-4 pt-4 sm:-top-6 sm:-mt-6 sm:pt-6',
                // over the gap to what follows, which is smaller to a description
                description ? '-mb-1 pb-1' : '-mb-3 pb-3',
              )
        }
      >
        <h2 id={`${id}-title`} className={clsx('min-w-0 text-lg font-semibold', !question && 'line-clamp-3')}>
          {title}
        </h2>
        {!question && !bare && (
          <IconButton
            icon={X}
            iconClass="size-5"
            label="Close"
            onClick={onClose}
            className="-mt-2 -mr-2 pointer-fine:-mt-1"
          />
        )}
      </div>
      {description && (
        <div id={`${id}-description`} className="mt-1 text-muted">
          {description}
        </div>
      )}
      {children}
    </dialog>
  );
}

const openIds = new Set<string>();
const dialogsInHistory = (): string[] => history.state?.dialogs ?? [];
let leaving: ReturnType<typeof setTimeout>;
let isExpected = false;
let isOwn = false;

// runs before the listeners of dialogs, to recognise the steps back of `leaveEntries`
window.addEventListener('popstate', () => {
  isOwn = isExpected;
  isExpected = false;
});

/** Goes back over the history entries of dialogs that are closed. */
function leaveEntries() {
  const entered = dialogsInHistory();
  const closed = entered.length - 1 - entered.findLastIndex((id) => openIds.has(id));
  if (closed === 0) return;
  isExpected = true;
  history.go(-closed);
}

/** Gives an open dialog its own history entry, so that the back button closes it and stays on the page. */
function closeOnBack(id: string, close: () => void): () => void {
  /** @returns whether the entry was there */
  function enter(): boolean {
    const entered = dialogsInHistory();
    const isThere = entered.includes(id);
    if (!isThere) history.pushState({ ...history.state, dialogs: [...entered, id] }, '');
    return isThere;
  }
  // entered again first, because it may stay open and ask
  const onPopState = () => enter() || isOwn || close();
  openIds.add(id);
  enter();
  window.addEventListener('popstate', onPopState);
  return () => {
    openIds.delete(id);
    window.removeEventListener('popstate', onPopState);
    // later, because anyone who closes it may close another, or navigate at once, which replaces the entry
    clearTimeout(leaving);
    leaving = setTimeout(leaveEntries);
  };
}

type ConfirmDialogProps = {
  title: string;
  /** The removed thing, and how to get it back. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** A button for what may be meant instead. */
  alternative?: ReactNode;
  pendingLabel?: string;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation of a destructive action. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, cancelLabel = 'Cancel' } = props;
  const { alternative, pendingLabel, pending, onConfirm, onCancel } = props;
  return (
    <Dialog onClose={onCancel} title={title} description={description} question>
      <DialogActions>
        <Button onClick={onCancel} disabled={pending}>
          {cancelLabel}
        </Button>
        {alternative}
        <Button variant="danger" onClick={onConfirm} pending={pending} pendingLabel={pendingLabel}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ConfirmActionProps<Result> = Omit<ConfirmDialogProps, 'pending' | 'onConfirm' | 'onCancel'> & {
  action: () => Promise<Result>;
  done: Parameters<typeof toastOutcome<Result>>[1];
  failed: string;
  /** Called after a success; by default it closes the dialog. */
  onDone?: () => void;
  onClose: () => void;
};

/** Asks for confirmation, acts, and shows in a toast how that ended. After a failure the question is still open. */
export function ConfirmAction<Result>(props: ConfirmActionProps<Result>) {
  const { action, done, failed, onClose, onDone = onClose, ...question } = props;
  const [pending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    const isDone = await toastOutcome(action(), done, failed);
    setPending(false);
    if (isDone) onDone();
  }
  return <ConfirmDialog {...question} pending={pending} onConfirm={confirm} onCancel={onClose} />;
}

type FormActionsProps = Pick<ConfirmDialogProps, 'cancelLabel' | 'pendingLabel' | 'pending' | 'onCancel'> & {
  submitLabel: string;
  /** Secondary while another step comes first. */
  submitVariant?: 'primary' | 'secondary';
  /** Other actions, at the left. */
  others?: ReactNode;
};

export function FormActions(props: FormActionsProps) {
  const { submitLabel, pendingLabel, pending, cancelLabel = 'Cancel', onCancel, others } = props;
  const { submitVariant = 'primary' } = props;
  return (
    <DialogActions>
      {others}
      <Button onClick={onCancel} disabled={pending}>
        {cancelLabel}
      </Button>
      <Button type="submit" variant={submitVariant} pending={pending} pendingLabel={pendingLabel}>
        {submitLabel}
      </Button>
    </DialogActions>
  );
}

/** The buttons at a dialog's end: Cancel first, the main action last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div
    className={clsx(
      edge,
      'line-while-more -bottom-4 mt-2 -mb-4 flex-wrap justify-end gap-3 py-4 max-sm:*:flex-auto sm:-bottom-6 sm:-mb-6 sm:pb-6',
    )}
  >
    {children}
  </div>
);
