import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopLayer } from '@/lib/open-dialogs';
import { dismissToast, TOAST_DURATION, type Toast, useToasts } from '@/lib/toast';
import { Button, IconButton } from './button';

const HOTKEY = 'F8';
/** Swipe this far to the right to dismiss, in pixels (docs/product.md#toasts). */
const SWIPE_THRESHOLD = 50;
/** A finger that taps a button moves this far at most, in pixels. */
const TAP_SLACK = 5;

/** The toast area: at the bottom right of a desk's screen, at the top of a phone's, out of the thumb's way. It moves into an open dialog, because everything outside one is inert. */
export function Toaster() {
  const toasts = useToasts();
  const layer = useTopLayer();
  const area = useRef<HTMLElement>(null);
  const [announcedIn, setAnnouncedIn] = useState<HTMLElement>();

  // a screen reader announces what is added to a live region, not what the region came with
  useEffect(() => setAnnouncedIn(layer), [layer]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === HOTKEY && area.current?.focus();
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  function dismiss(id: string) {
    if (area.current?.contains(document.activeElement)) area.current.focus();
    dismissToast(id);
  }

  return createPortal(
    <section
      ref={area}
      tabIndex={-1}
      aria-label={`Notifications (${HOTKEY})`}
      className="pointer-events-none fixed top-0 right-0 z-50 w-full max-w-form p-2 outline-none sm:top-auto sm:bottom-0 sm:p-4"
    >
      <div aria-live="assertive">
        {announcedIn === layer &&
          toasts.map((toast) => <ToastCard key={toast.id} {...toast} onDismiss={() => dismiss(toast.id)} />)}
      </div>
    </section>,
    layer,
  );
}

type ToastCardProps = Toast & { onDismiss: () => void };

function ToastCard({ open, title, description, variant, action, duration, onDismiss }: ToastCardProps) {
  const swipe = useSwipe(onDismiss);
  const hold = useDismissLater(open, duration, onDismiss);
  const failed = variant === 'destructive';
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the close button does the same
    <div
      hidden={!open}
      {...hold}
      {...swipe.handlers}
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
      style={{ translate: swipe.translate }}
      className={clsx(
        'pointer-events-auto flex touch-pan-y items-start gap-3 rounded-md border bg-surface py-2 pr-2 pl-4 text-ink shadow-float animate-enter',
        !swipe.isMoving && 'transition-[opacity,translate,display] transition-discrete',
        !open && 'opacity-0',
        failed ? 'border-danger' : 'border-line',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('mt-2 size-5 shrink-0', failed ? 'text-danger' : 'text-success')}
      />
      <div className="min-w-0 grow py-1.5 wrap-anywhere">
        {title && <div className="font-medium">{title}</div>}
        {description && <div className={clsx(title && 'text-sm text-muted')}>{description}</div>}
      </div>
      {action && (
        <Button
          className="self-center"
          onClick={() => {
            action.onClick();
            onDismiss();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Close" onClick={onDismiss}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}

/** Dismisses after `duration` ms in which neither pointer nor focus was on the toast and the window was in use. */
function useDismissLater(open: boolean, duration = TOAST_DURATION, onDismiss: () => void) {
  const [isHeld, setHeld] = useState(false);
  const [isAway, setAway] = useState(false);
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    if (!open || isHeld || isAway) return;
    const timer = setTimeout(() => dismiss(), duration);
    return () => clearTimeout(timer);
  }, [open, isHeld, isAway, duration]);

  useEffect(() => {
    const leave = () => setAway(true);
    const comeBack = () => setAway(false);
    window.addEventListener('blur', leave);
    window.addEventListener('focus', comeBack);
    return () => {
      window.removeEventListener('blur', leave);
      window.removeEventListener('focus', comeBack);
    };
  }, []);

  return {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
}

/** Moves with a pointer that goes right, and dismisses where it is let go far enough. */
function useSwipe(onDismiss: () => void) {
  const start = useRef<number>(undefined);
  const [offset, setOffset] = useState(0);
  const [isGone, setGone] = useState(false);

  function end() {
    start.current = undefined;
    if (offset >= SWIPE_THRESHOLD) {
      setGone(true);
      onDismiss();
    }
    setOffset(0);
  }

  return {
    isMoving: offset > 0,
    translate: isGone ? 'calc(100% + 1rem)' : `${offset}px`,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) start.current = event.clientX;
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current === undefined) return;
        const moved = event.clientX - start.current;
        if (moved > TAP_SLACK) event.currentTarget.setPointerCapture(event.pointerId);
        setOffset(moved > TAP_SLACK ? moved : 0);
      },
      onPointerUp: end,
      onPointerCancel: () => {
        start.current = undefined;
        setOffset(0);
      },
    },
  };
}
