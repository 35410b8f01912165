import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Acts once where a parameter of the address asks for it, and takes it out of the address: it can be asked for again. */
export function useAsked(name: string, act: () => void): void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const actNow = useEffectEvent(act);
  useEffect(() => {
    const params = new URLSearchParams(search);
    if (!params.has(name)) return;
    params.delete(name);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
    actNow();
  }, [path, navigate, search, name]);
}
