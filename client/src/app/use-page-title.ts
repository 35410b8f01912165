import { useEffect } from 'react';

const APP = 'BEA Trip Logging';

/** Names the browser's tab after what it shows. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${APP}`;
    return () => {
      document.title = APP;
    };
  }, [page]);
}
