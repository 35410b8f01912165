import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { useTopLayer } from '@/lib/open-dialogs';

/** How long the pointer rests on a button before its tooltip opens, and how soon after one the next opens at once, in milliseconds (docs/product/app.md#tooltips). */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/** Distance from the edges of the window, in pixels. */
const MARGIN = 8;

/** @returns milliseconds until a tooltip opens, `at` the time at which the pointer came, where another was closed at `closedAt` */
const delayUntilOpen = (at: number, closedAt: number): number =>
  at - closedAt < SKIP_DELAY ? 0 : OPEN_DELAY;

const triggerOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;

/** The text of a button's tooltip; undefined if the button's own text says it. */
function textOf(trigger: HTMLElement): string | undefined {
  const { tooltip = '' } = trigger.dataset;
  return trigger.innerText.includes(tooltip) ? undefined : tooltip;
}

/** The tooltips of all buttons with `data-tooltip`: shown where the mouse rests, or where the keyboard's focus is. */
export function Tooltips() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const under = useRef<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closedAt = useRef(Number.NEGATIVE_INFINITY);

  function show(next: HTMLElement | null) {
    clearTimeout(timer.current);
    if (trigger && !next) closedAt.current = performance.now();
    setTrigger(next);
  }

  useWindowEvent('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch' || (target instanceof Element && target.closest('[role=tooltip]'))) return;
    const next = triggerOf(target);
    // parts of the same button, also of one whose tooltip was closed by a click
    if (next === under.current) return;
    under.current = next;
    show(null);
    if (!next) return;
    const delay = delayUntilOpen(performance.now(), closedAt.current);
    timer.current = setTimeout(() => next.isConnected && setTrigger(next), delay);
  });
  useWindowEvent('focusin', ({ target }) => {
    const next = triggerOf(target);
    show(next?.matches(':focus-visible') ? next : null);
  });
  const hide = () => show(null);
  useWindowEvent('focusout', hide);
  useWindowEvent('pointerdown', hide);
  useWindowEvent('keydown', hide);
  useWindowEvent('blur', hide);
  const hideOnScroll = useEffectEvent(hide);
  useEffect(() => {
    const onScroll = () => hideOnScroll();
    // an element that scrolls inside the page sends no event to those above it
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', onScroll, { capture: true });
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const text = trigger?.isConnected ? textOf(trigger) : undefined;
  return trigger && text ? <Tooltip trigger={trigger} text={text} /> : null;
}

function Tooltip({ trigger, text }: { trigger: HTMLElement; text: string }) {
  const layer = useTopLayer();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tip = element.current;
    if (!tip) return;
    const at = trigger.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const middle = at.left + at.width / 2 - width / 2;
    const left = Math.max(MARGIN, Math.min(middle, document.documentElement.clientWidth - width - MARGIN));
    const top = at.top - height >= MARGIN ? at.top - height : at.bottom;
    tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  return createPortal(
    // its padding keeps it open on the way of the pointer from the button
    <div
      ref={element}
      role="tooltip"
      // a screen reader has said it as the button's name
      aria-hidden="true"
      className="fixed top-0 left-0 z-50 max-w-96 py-1.5 print:hidden"
    >
      <p className="rounded-md bg-ink px-2.5 py-1 text-sm text-surface shadow-float wrap-anywhere forced-colors:border">
        {text}
      </p>
    </div>,
    layer,
  );
}
