import { lodgedReportsTouched, lodgedWarningText, type TouchedReport } from '@shared/reports/lodged-changes';
import { currentLodgements, type LodgementList } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
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

/** The lodgements in force, one for each lodged period; empty until they are read, and on a driver's phone. */
export function useCurrentLodgements() {
  const enabled = !useOnPhone();
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements, enabled });
  return currentLodgements(data?.lodgements ?? []);
}

/** Warns that a change touches lodged reports. It shows nothing until the lodgements are read, and if they cannot be. */
export function LodgedWarning({ counted, ...change }: LodgedWarningProps) {
  const lodgements = useCurrentLodgements();
  return <LodgedReports touched={lodgedReportsTouched(lodgements, change)} counted={counted} />;
}
