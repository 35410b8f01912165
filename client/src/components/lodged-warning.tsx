import { lodgedReportsTouched, lodgedWarningText, type TouchedReport } from '@shared/reports/lodged-changes';
import type { LodgementList } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';
import { Alert } from './ui/alert';

type LodgedReportsProps = { touched: readonly TouchedReport[]; counted?: boolean };

export function LodgedReports({ touched, counted = false }: LodgedReportsProps) {
  if (touched.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {lodgedWarningText(touched, { counted })}
    </Alert>
  );
}

type LodgedWarningProps = Parameters<typeof lodgedReportsTouched>[1] & Pick<LodgedReportsProps, 'counted'>;

/** Warns that a change touches lodged reports. It shows nothing until the lodgements are read, and if they cannot be. */
export function LodgedWarning({ counted, ...change }: LodgedWarningProps) {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  return <LodgedReports touched={lodgedReportsTouched(data?.lodgements ?? [], change)} counted={counted} />;
}
