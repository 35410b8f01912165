import { useEffect } from 'react';

const APP = 'BEA Trip Logging';

export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${APP}`;
    return () => {
      document.title = APP;
    };
  }, [page]);
}
