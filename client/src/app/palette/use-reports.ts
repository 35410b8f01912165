import { recentPeriods } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import { FileDown } from 'lucide-react';
import { useIsGeneratingReport, useReportDownload } from '@/features/reports/api';
import { useNow } from '@/lib/clock';
import type { Row } from './row';

/** The reports that can be made, each as a row that downloads it; none while one is made. */
export function useReports(): Row[] {
  const downloads = { quarterly: useReportDownload('quarterly'), annual: useReportDownload('annual') };
  const now = useNow();
  const isGenerating = useIsGeneratingReport();

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
    run: () => void downloads[period.kind].save({ period }),
  }));
}
