import type { FinancialYear } from '@shared/periods';
import { useMutation } from '@tanstack/react-query';
import { download } from '@/lib/api-client';
import { reportGeneration } from './api';

/** Downloads the year's PDF. */
export function useAnnualReport() {
  return useMutation({
    mutationKey: reportGeneration,
    mutationFn: (financialYear: FinancialYear) =>
      download('POST', '/api/reports/annual', `annual-report-${financialYear}.pdf`, { financialYear }),
  });
}

/** Downloads the year's text report. */
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
