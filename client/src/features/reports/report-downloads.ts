import type { FinancialYear } from '@shared/periods';
import type { QuarterlyReport } from '@shared/reports/reports';
import { download } from '@/lib/api-client';
import { useDownload } from '@/lib/hooks/use-download';
import { reportGeneration } from './api';

/** Downloads a quarter's report as a PDF. */
export const useQuarterlyDownload = () =>
  useDownload({
    mutationKey: reportGeneration,
    start: (report: QuarterlyReport) =>
      download('POST', '/api/reports/quarterly', `quarterly-report-${report.quarter}-${report.year}.pdf`, {
        payload: report,
      }),
    done: 'Report generated and downloaded successfully',
    failed: 'Failed to generate quarterly report',
    making: 'Generating...',
  });

/** Downloads a financial year's report as a PDF. */
export const useAnnualDownload = () =>
  useDownload({
    mutationKey: reportGeneration,
    start: (financialYear: FinancialYear) =>
      download('POST', '/api/reports/annual', `annual-report-${financialYear}.pdf`, {
        payload: { financialYear },
      }),
    done: 'Report generated and downloaded successfully',
    failed: 'Failed to generate annual report',
    making: 'Generating...',
  });
