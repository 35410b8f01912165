import { isFinancialYear } from '@shared/periods';
import { recentPeriods } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { quarterlyReportSchema } from '@shared/reports/reports';
import { FileDown } from 'lucide-react';
import { useIsGeneratingReport } from '@/features/reports/api';
import { useAnnualDownload, useQuarterlyDownload } from '@/features/reports/report-downloads';
import { useNow } from '@/lib/clock';
import type { Row } from './row';

/** The reports that can be made, each as a row that downloads it; none while one is made. */
export function useReports(): Row[] {
  const quarterly = useQuarterlyDownload();
  const annual = useAnnualDownload();
  const now = useNow();
  const isGenerating = useIsGeneratingReport();

  function save({ kind, key }: Period) {
    if (kind === 'annual') return isFinancialYear(key) && void annual.save(key);
    const [quarter, year] = key.split('-');
    void quarterly.save(
      quarterlyReportSchema.parse({ quarter, year: Number(year), detailedBreakdown: false }),
    );
  }
  if (isGenerating) return [];
  const isRunning = (period: Period) => now < period.range.to;
  // what is over has to be lodged
  const periods = recentPeriods(now).toSorted((a, b) => Number(isRunning(a)) - Number(isRunning(b)));
  return periods.map((period) => ({
    id: `report-${period.key}`,
    icon: FileDown,
    label: reportLabel(period),
    detail: isRunning(period) ? 'PDF so far' : 'PDF',
    words: 'download make',
    run: () => save(period),
  }));
}
