import { lodgedReportsTouched, lodgedWarningText, type TouchedReport } from '@shared/reports/lodged-changes';
import type { LodgementList } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { queryKeys } from '@/lib/query-keys';

/** Warns of a change of trips in lodged reports. It shows nothing until the lodgements are read, and if they cannot be. */
export function LodgedWarning({ datetimes }: { datetimes: readonly (Date | string)[] }) {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  return <LodgedReports touched={lodgedReportsTouched(data?.lodgements ?? [], { trips: datetimes })} />;
}

type LodgedReportsProps = {
  touched: readonly TouchedReport[];
  /** Whether it says how many trips each report has of them. */
  counted?: boolean;
};

/** Says which lodged reports a change touches, if any. */
export function LodgedReports({ touched, counted = false }: LodgedReportsProps) {
  if (touched.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {lodgedWarningText(touched, { counted })}
    </Alert>
  );
}
