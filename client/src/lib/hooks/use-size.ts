import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Size = { width: number; height: number };

/** The current size of an element, in pixels; 0 until it is drawn. */
export function useSize<Element extends HTMLElement>(): [RefObject<Element | null>, Size] {
  const element = useRef<Element>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
