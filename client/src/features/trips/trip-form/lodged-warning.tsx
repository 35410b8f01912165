import { lodgedReportsTouched, lodgedWarningText } from '@shared/reports/lodged-changes';
import type { LodgementList } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { queryKeys } from '@/lib/query-keys';

type LodgedWarningProps = {
  /** Of the trips that come, go or change; of one that is moved, both. */
  datetimes: readonly (Date | string)[];
  /** Whether it says how many trips each report has of them. */
  counted?: boolean;
};

/** Warns of a change of trips in lodged reports. It shows nothing until the lodgements are read, and if they cannot be. */
export function LodgedWarning({ datetimes, counted = false }: LodgedWarningProps) {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  const touched = lodgedReportsTouched(data?.lodgements ?? [], { trips: datetimes });
  if (touched.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {lodgedWarningText(touched, { counted })}
    </Alert>
  );
}
