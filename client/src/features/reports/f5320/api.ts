import type { FinancialYear } from '@shared/periods';
import type { AnnualData } from '@shared/reports/reports';
import { useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** A financial year's trips by suburb and postcode; the trips themselves stay on the server. */
export function useAnnualData(financialYear: FinancialYear) {
  return useQuery({
    queryKey: [...queryKeys.statistics, 'annual-data', financialYear],
    queryFn: ({ signal }) =>
      request<AnnualData>('POST', '/api/reports/annual-data', { financialYear, trips: false }, { signal }),
  });
}
