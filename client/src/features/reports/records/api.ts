import type { RecordsQuery } from '@shared/reports/reports';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';

export const useRecordsDownload = () =>
  useDownload({
    start: (range: RecordsQuery) => {
      const fileName = `trip-log-records-${range.startDate}-to-${range.endDate}.zip`;
      return download('GET', `/api/records?${new URLSearchParams(range)}`, fileName);
    },
    done: 'Records downloaded successfully',
    failed: 'Failed to download the records',
    making: 'Preparing...',
  });
