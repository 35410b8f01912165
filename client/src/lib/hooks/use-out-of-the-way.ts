import { type RefObject, useLayoutEffect } from 'react';

type Edges = { top: number; bottom: number };
export type Box = Edges & { left: number; right: number };

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A DOMRect's own properties are none, so that it cannot be spread. */
const moved = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left,
  right,
  top: top + by,
  bottom: bottom + by,
});

/**
 * The way up (negative) or down that a floating box has to go to cover nothing that is needed, in pixels.
 * @param screen the part of the page that is in view
 * @param needed the most important first: where there is not room for all, the last may be covered
 */
export function shiftOutOfTheWay(box: Box, screen: Edges, needed: readonly Box[]): number {
  for (let count = needed.length; count >= 0; count -= 1) {
    const kept = needed.slice(0, count);
    const [nearest] = kept
      .flatMap(({ top, bottom }) => [top - box.bottom, bottom - box.top])
      .concat(0, screen.top - box.top, screen.bottom - box.bottom)
      .filter((by) => box.top + by >= screen.top && box.bottom + by <= screen.bottom)
      .filter((by) => !kept.some((other) => overlap(moved(box, by), other)))
      .sort((one, other) => Math.abs(one) - Math.abs(other));
    if (nearest !== undefined) return nearest;
  }
  return 0;
}

function focusedControl(floating: HTMLElement): Element[] {
  const focused = document.activeElement;
  const isControl = focused?.matches('a, button, input, select, textarea') && !floating.contains(focused);
  return focused && isControl ? [focused] : [];
}

/** Moves a floating element off the focus and `data-keep-clear`; without room it scrolls the page. */
export function useOutOfTheWay(floating: RefObject<HTMLElement | null>, layer: HTMLElement): void {
  useLayoutEffect(() => {
    const element = floating.current;
    if (!element) return;
    let shift = 0;
    let frame = 0;
    /** Who scrolls by hand is not scrolled back. */
    let mayScroll = true;

    function place() {
      if (!element) return;
      if (element.childElementCount === 0) {
        shift = 0;
        element.style.translate = '';
        return;
      }
      // a press on its button takes the focus off what it keeps clear of: it must not move away from under the mouse
      if (element.contains(document.activeElement)) return;
      const at = element.getBoundingClientRect();
      const view = window.visualViewport;
      const top = view?.offsetTop ?? 0;
      const screen = { top, bottom: top + (view?.height ?? window.innerHeight) };
      const focused = focusedControl(element).map((control) => control.getBoundingClientRect());
      const marked = [...layer.querySelectorAll('[data-keep-clear]')];
      const boxes = [...focused, ...marked.map((other) => other.getBoundingClientRect())];
      // while someone scrolls from where it is, so that it does not jump about; else from its own place
      const from = mayScroll ? 0 : shift;
      shift = from + shiftOutOfTheWay(moved(at, from - shift), screen, boxes);
      element.style.translate = `0 ${shift}px`;
      const placed = element.getBoundingClientRect();
      for (const control of focused)
        if (mayScroll && overlap(control, placed)) window.scrollBy(0, control.top - placed.bottom);
      mayScroll = false;
    }
    function placeSoon(event?: unknown) {
      if (!(event instanceof Event && event.type === 'scroll')) mayScroll = true;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    }

    place();
    const observer = new ResizeObserver(placeSoon);
    for (const watched of [element, document.body]) observer.observe(watched);
    const events = ['focusin', 'scroll', 'resize'] as const;
    for (const name of events) window.addEventListener(name, placeSoon, { capture: true, passive: true });
    window.visualViewport?.addEventListener('resize', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      for (const name of events) window.removeEventListener(name, placeSoon, { capture: true });
      window.visualViewport?.removeEventListener('resize', placeSoon);
    };
  }, [floating, layer]);
}
