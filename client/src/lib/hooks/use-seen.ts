import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element is, or was, about to be scrolled into view. */
export function useSeen<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [element, isSeen];
}
