import { type LodgementList, lodgedReportsAt } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { queryKeys } from '@/lib/query-keys';

/**
 * Warns that adding, changing or deleting trips at these times changes lodged figures. It shows nothing until the
 * lodgements are read, and if they cannot be.
 */
export function LodgedWarning({ datetimes }: { datetimes: readonly (Date | string)[] }) {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  const lodged = datetimes.flatMap((time) => lodgedReportsAt(data?.lodgements ?? [], new Date(time)));
  const reports = [...new Set(lodged)];
  if (reports.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {reports.join(' and ')} {reports.length === 1 ? 'is' : 'are'} marked as lodged. This changes figures in{' '}
      {reports.length === 1 ? 'it' : 'them'}.
    </Alert>
  );
}
