import { parsePeriod } from '@shared/reports/report-periods';
import { inTab } from '@/lib/storage';

const LAST_REPORT = 'portal-report';

/** The report whose data for the portal were looked at last: Reports goes on with it. */
export const lastReport = {
  remember: (periodKey: string) => inTab.write(LAST_REPORT, periodKey),
  read: () => parsePeriod(inTab.read(LAST_REPORT) ?? ''),
  forget: () => inTab.remove(LAST_REPORT),
};
