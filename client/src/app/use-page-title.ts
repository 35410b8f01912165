import { useEffect } from 'react';

const APP = 'BEA Trip Logging';

/** Sets the title of the browser's tab. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${APP}`;
    return () => {
      document.title = APP;
    };
  }, [page]);
}
