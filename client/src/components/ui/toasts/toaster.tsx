import * as Radix from '@radix-ui/react-toast';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import { useTopLayer } from '@/lib/open-dialogs';
import { dismissToast, leaveToasts, TOAST_DURATION, useToasts } from '@/lib/toast';
import { buttonClass, IconButton } from '../button';

/** Swipe this far to the right to dismiss, in pixels (docs/product/app.md#toasts). */
const SWIPE_THRESHOLD = 50;

/** The toast area (docs/product/app.md#toasts), in an open dialog because all else is inert. */
export function Toaster() {
  const toasts = useToasts();
  const layer = useTopLayer();
  const [path] = useLocation();
  const screen = path + new URLSearchParams(useSearch()).get('tab');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what ends them
  useEffect(leaveToasts, [screen]);
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {toasts.map(({ id, open, title, description, variant, action, duration }) => {
        const failed = variant === 'destructive';
        const Icon = failed ? CircleAlert : CircleCheck;
        return (
          <Radix.Root
            key={id}
            // Radix announces a background toast politely, any other at once
            type={failed ? 'foreground' : 'background'}
            open={open}
            onOpenChange={(stillOpen) => !stillOpen && dismissToast(id)}
            duration={duration}
            className={clsx(
              'flex items-center gap-1 rounded-md border bg-surface pr-1 pl-3 text-ink shadow-float sm:gap-3 sm:py-1 sm:pl-4',
              failed ? 'border-danger' : 'border-line',
              'data-[state=open]:animate-enter data-[state=closed]:animate-leave',
              'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:animate-slide-back data-[swipe=end]:animate-slide-out',
            )}
          >
            <Icon
              className={clsx('size-5 shrink-0 max-sm:hidden', failed ? 'text-danger' : 'text-success')}
            />
            <div className="min-w-0 grow gap-x-2 wrap-anywhere max-sm:text-sm sm:flex sm:flex-wrap sm:items-baseline">
              {title && <Radix.Title className="font-medium">{title}</Radix.Title>}
              {description && (
                <Radix.Description className={clsx(title && 'text-sm text-muted')}>
                  {description}
                </Radix.Description>
              )}
            </div>
            {action && (
              <Radix.Action
                altText={action.label}
                onClick={action.onClick}
                className={buttonClass('secondary', 'self-center max-sm:px-3')}
              >
                {action.label}
              </Radix.Action>
            )}
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" />
            </Radix.Close>
          </Radix.Root>
        );
      })}
      {createPortal(
        <Radix.Viewport
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          // over the header: it covers neither the tabs nor what is being filled in
          className="fixed print:hidden top-0 left-1/2 z-50 m-0 w-full max-w-126 -translate-x-1/2 list-none p-0.5 sm:p-2"
        />,
        layer,
      )}
    </Radix.Provider>
  );
}
