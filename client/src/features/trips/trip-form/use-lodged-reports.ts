import { type LodgementList, lodgedReportsAt } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/**
 * The names of the lodged reports that contain these times, to warn before such trips are added, changed or deleted. Empty
 * until the lodgements are read, and if they cannot be.
 */
export function useLodgedReports(datetimes: readonly (Date | string)[]): string[] {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  const reports = datetimes.flatMap((datetime) =>
    lodgedReportsAt(data?.lodgements ?? [], new Date(datetime)),
  );
  return [...new Set(reports)];
}
