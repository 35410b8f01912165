import { type RefObject, useLayoutEffect } from 'react';
import { shiftOutOfTheWay } from './free-place';

/**
 * What a floating element must not cover has the attribute `data-keep-clear`: a box that is always in view, or an open
 * list. What has the focus needs no mark.
 */
function needed(layer: HTMLElement, floating: HTMLElement): Element[] {
  const focused = document.activeElement;
  const isControl = focused?.matches('a, button, input, select, textarea') && !floating.contains(focused);
  return [...(isControl ? [focused] : []), ...layer.querySelectorAll('[data-keep-clear]')];
}

/** Moves a floating element, fixed in `layer`, up or down while it would cover what is needed. */
export function useOutOfTheWay(floating: RefObject<HTMLElement | null>, layer: HTMLElement): void {
  useLayoutEffect(() => {
    const element = floating.current;
    if (!element) return;
    let shift = 0;
    let frame = 0;

    function place() {
      if (!element) return;
      if (element.childElementCount === 0) {
        shift = 0;
        element.style.translate = '';
        return;
      }
      const at = element.getBoundingClientRect();
      const view = window.visualViewport;
      const top = view?.offsetTop ?? 0;
      const screen = { top, bottom: top + (view?.height ?? window.innerHeight) };
      const boxes = needed(layer, element).map((other) => other.getBoundingClientRect());
      // from where it is, so that it does not jump about while somebody reads it
      shift += shiftOutOfTheWay(at, screen, boxes);
      element.style.translate = `0 ${shift}px`;
    }
    function placeSoon() {
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
