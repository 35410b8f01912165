import { isFinancialYear } from '@shared/periods';
import type { ReportKind } from '@shared/reports/report-periods';
import { quarterlyReportSchema } from '@shared/reports/reports';
import { FileDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { toastError } from '@/lib/toast';
import { useIsGeneratingReport } from './api';
import type { periodOf } from './lodgements/chosen-report';
import { useAnnualDownload, useQuarterlyDownload } from './report-downloads';

type DownloadReportProps = {
  kind: ReportKind;
  choice: ReturnType<typeof periodOf>;
  /** Whether a quarter's report lists its trips one by one. */
  detailedBreakdown: boolean;
  onDetailedChange: (detailedBreakdown: boolean) => void;
};

/** Downloads the chosen report, or says what is not chosen yet. */
export function DownloadReport({ kind, choice, detailedBreakdown, onDetailedChange }: DownloadReportProps) {
  const isGenerating = useIsGeneratingReport();
  const quarterly = useQuarterlyDownload();
  const annual = useAnnualDownload();
  const { isPending, pendingLabel } = kind === 'annual' ? annual : quarterly;

  function save() {
    if (!choice.period) return toastError(undefined, choice.error);
    const { key } = choice.period;
    if (isFinancialYear(key)) return annual.save(key);
    const [quarter, year] = key.split('-');
    return quarterly.save(quarterlyReportSchema.parse({ quarter, year, detailedBreakdown }));
  }

  return (
    <>
      {kind === 'quarterly' && (
        <Checkbox
          label="Include the trip list"
          checked={detailedBreakdown}
          onChange={({ target }) => onDetailedChange(target.checked)}
        />
      )}
      <Button
        variant="primary"
        icon={FileDown}
        disabled={isGenerating}
        pending={isPending}
        pendingLabel={pendingLabel}
        onClick={save}
      >
        Download {kind} report
      </Button>
    </>
  );
}
