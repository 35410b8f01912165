import type { FinancialYear } from '@shared/periods';
import type { AnnualData } from '@shared/reports/reports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { download, request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** A financial year's trips by suburb and postcode; the trips themselves stay on the server. */
export function useAnnualData(financialYear: FinancialYear) {
  return useQuery({
    queryKey: [...queryKeys.statistics, 'annual-data', financialYear],
    queryFn: ({ signal }) =>
      request<AnnualData>('POST', '/api/reports/annual-data', { financialYear, trips: false }, { signal }),
  });
}

/** Downloads the filled form F5320. */
export function useFilledForm() {
  return useMutation({
    mutationFn: (financialYear: string) =>
      download(
        'POST',
        '/api/reports/tmr-filled-form',
        `tmr-form-f5320-filled-${financialYear}.pdf`,
        { financialYear },
        'Failed to generate filled PDF',
      ),
  });
}
