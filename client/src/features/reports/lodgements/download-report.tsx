import type { Period, ReportKind } from '@shared/reports/report-periods';
import { FileDown, FilePenLine } from 'lucide-react';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { toastError } from '@/lib/toast';
import { reportGeneration, useIsGeneratingReport, useReportDownload } from '../api';

type DownloadReportProps = {
  kind: ReportKind;
  period: Period | null;
  /** What to choose first, without a period. */
  error: string | undefined;
  detailedBreakdown: boolean;
  onDetailedChange: (detailedBreakdown: boolean) => void;
};

/** The documents of the chosen report: the PDF, and for a year form F5320. */
export function DownloadReport(props: DownloadReportProps) {
  const { kind, period, error = '', detailedBreakdown, onDetailedChange } = props;
  const isGenerating = useIsGeneratingReport();
  const { save, button } = useReportDownload(kind);
  const text = useDownload({
    mutationKey: reportGeneration,
    start: ({ key }: Period) =>
      download('GET', `/api/reports/tmr-annual?financialYear=${key}`, `tmr-annual-report-${key}.txt`),
    done: 'TMR Annual Report data generated - ready to copy into official form',
    failed: 'Failed to generate TMR report',
  });
  const withPeriod = (make: (period: Period) => unknown) => () =>
    period ? make(period) : toastError(undefined, error);

  return (
    <>
      <Button
        icon={FileDown}
        disabled={isGenerating}
        {...button}
        className="max-[22rem]:px-3 max-[22rem]:[&_svg]:hidden"
        onClick={withPeriod((period) => save({ period, detailedBreakdown }))}
      >
        Download {kind} report
      </Button>
      {kind === 'quarterly' ? (
        <Checkbox
          label="Include the trip list"
          checked={detailedBreakdown}
          onChange={({ target }) => onDetailedChange(target.checked)}
        />
      ) : (
        <>
          <Link href={`/tmr-form${period ? `?year=${period.key}` : ''}`} className={buttonClass()}>
            <FilePenLine className="size-4" />
            Fill TMR Form F5320
          </Link>
          <Button hidden disabled={isGenerating} onClick={withPeriod(text.save)}>
            Download TMR text report
          </Button>
        </>
      )}
    </>
  );
}
