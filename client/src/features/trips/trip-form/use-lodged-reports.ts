import { type LodgementList, lodgedReportsAt } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '@/lib/query-keys';

/**
 * The lodged reports that trips at these times are in, as people call them: what to warn of before such trips are added,
 * changed or deleted. Empty until it is known, and where it cannot be.
 */
export function useLodgedReports(datetimes: readonly (Date | string)[]): string[] {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  const reports = datetimes.flatMap((datetime) =>
    lodgedReportsAt(data?.lodgements ?? [], new Date(datetime)),
  );
  return [...new Set(reports)];
}
