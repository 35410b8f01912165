import { parsePeriod } from '@shared/reports/report-periods';
import { inTab } from '@/lib/storage/storage';

const LAST_REPORT = 'portal-report';

/** The report whose portal data were looked at last: Reports continues with it. */
export const lastReport = {
  remember: (periodKey: string) => inTab.write(LAST_REPORT, periodKey),
  read: () => parsePeriod(inTab.read(LAST_REPORT) ?? ''),
  forget: () => inTab.remove(LAST_REPORT),
};
