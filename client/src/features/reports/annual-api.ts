import type { FinancialYear } from '@shared/periods';
import { useMutation } from '@tanstack/react-query';
import { download } from '@/lib/api-client';
import { reportGeneration } from './api';

/** Has the year's PDF made, and saves it. */
export function useAnnualReport() {
  return useMutation({
    mutationKey: reportGeneration,
    mutationFn: (financialYear: FinancialYear) =>
      download('POST', '/api/reports/annual', `annual-report-${financialYear}.pdf`, { financialYear }),
  });
}

/** Has the year's text report made, and saves it. */
export function useTmrTextReport() {
  return useMutation({
    mutationKey: reportGeneration,
    mutationFn: (financialYear: FinancialYear) =>
      download(
        'GET',
        `/api/reports/tmr-annual?financialYear=${financialYear}`,
        `tmr-annual-report-${financialYear}.txt`,
      ),
  });
}
