import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { focusSection } from '../focus-section';

/** Leads to the part of a tab that the address names by its id, and takes it out of the address: it can be asked for again. */
export function useNamedPart(): void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const part = document.getElementById(params.get('part') ?? '');
    if (!part) return;
    // the part may be hidden until the height above it is known
    const observer = new ResizeObserver(() => {
      if (part.getClientRects().length === 0) return;
      observer.disconnect();
      focusSection(part);
      // a folded card is opened by its focus, and has its height only then
      requestAnimationFrame(() => part.scrollIntoView());
      params.delete('part');
      navigate(`${path}?${params}`, { replace: true });
    });
    observer.observe(part);
    return () => observer.disconnect();
  }, [path, navigate, search]);
}
