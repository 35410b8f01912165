import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { focusSection } from '@/lib/focus-section';

export const CONTENT_ID = 'content';

/** On the dashboard the open tab's panel, which has a name, else the whole. */
const content = () =>
  document.querySelector<HTMLElement>(`#${CONTENT_ID} > [role=tabpanel]:not([hidden])`) ??
  document.getElementById(CONTENT_ID);

/** The first thing that the Tab key reaches: leads past header and tabs. */
export const SkipLink = () => (
  <a
    href={`#${CONTENT_ID}`}
    onClick={(event) => {
      // a separate address would be one more step back
      event.preventDefault();
      focusSection(content());
    }}
    className="fixed print:hidden top-2 left-2 z-50 -translate-y-20 rounded-md bg-brand px-4 py-2.5 font-medium text-brand-ink focus:translate-y-0"
  >
    Skip to content
  </a>
);

/** Leads the focus to a new screen or tab, where what had it is gone with the one before. */
export function ContentFocus() {
  const [path] = useLocation();
  const screen = `${path}?${new URLSearchParams(useSearch()).get('tab')}`;
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.getClientRects().length === 0)
      focusSection(content());
  }, [screen]);
  return null;
}
