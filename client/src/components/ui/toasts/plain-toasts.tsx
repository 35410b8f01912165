import { createPortal } from 'react-dom';
import { useTopLayer } from '@/lib/open-dialogs';
import { dismissToast, type Toast, useToasts } from '@/lib/toast';
import { Button } from '../button';

/** What stands in for the toaster while its code is missing: every message is shown and stays until it is closed. */
export function PlainToasts() {
  const toasts = useToasts().filter(({ open }) => open);
  const failures = toasts.filter(({ variant }) => variant === 'destructive');
  return createPortal(
    <section
      aria-label="Notifications"
      className="fixed print:hidden top-0 right-0 z-50 w-full max-w-form p-2 sm:top-auto sm:bottom-0 sm:p-4"
    >
      <div role="status">
        <PlainToastList toasts={toasts.filter((toast) => !failures.includes(toast))} />
      </div>
      <div role="alert">
        <PlainToastList toasts={failures} />
      </div>
    </section>,
    useTopLayer(),
  );
}

const PlainToastList = ({ toasts }: { toasts: readonly Toast[] }) =>
  toasts.map(({ id, title, description, action }) => (
    <div
      key={id}
      className="flex items-center gap-3 rounded-md border border-line bg-surface p-2 pl-4 shadow-float"
    >
      <p className="min-w-0 grow wrap-anywhere">{[title, description].filter(Boolean).join(': ')}</p>
      {action && <Button onClick={action.onClick}>{action.label}</Button>}
      <Button variant="ghost" onClick={() => dismissToast(id)}>
        Close
      </Button>
    </div>
  ));
