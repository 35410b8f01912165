import type { Period } from '@shared/reports/report-periods';
import { useChecks, useLookAtPeriod } from '../api';
import type { CorrectTrip } from './finding-line';
import { Questions } from './questions';

type PeriodQuestionsProps = {
  period: Period;
  /** Whether it is said that it can be lodged as it is. */
  canBeLodged: boolean;
  CorrectTrip: CorrectTrip;
};

/** What an inspector would ask about a period's report. */
export const PeriodQuestions = ({ period, canBeLodged, CorrectTrip }: PeriodQuestionsProps) => (
  <Questions
    query={useChecks(period)}
    periodKey={period.key}
    onLooked={useLookAtPeriod(period)}
    hint={canBeLodged ? 'You can lodge now. TMR will get these as they are.' : undefined}
    CorrectTrip={CorrectTrip}
  />
);
