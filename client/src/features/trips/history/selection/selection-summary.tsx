import { brisbaneInstant } from '@shared/periods';
import { lodgedReportsTouched } from '@shared/reports/lodged-changes';
import type { LodgementList } from '@shared/reports/lodgements';
import { useQuery } from '@tanstack/react-query';
import { LodgedReports } from '@/components/lodged-warning';
import { queryKeys } from '@/lib/query-keys';
import { tripLabel } from '../../trip-text';
import { filtersText } from '../filters/trip-filters';
import { useLodgedAmong } from './selection-api';
import { countSelected, type TripSelection } from './trip-selection';

const SHOWN = 5;

/** Says which trips are selected: the first by name, or by which filters. */
export function SelectionSummary({ selection }: { selection: TripSelection }) {
  if ('matching' in selection) {
    const filters = filtersText(selection.matching.filters);
    return <p className="font-medium wrap-anywhere text-ink">{filters || 'No filters: every trip'}</p>;
  }
  const { trips } = selection;
  return (
    <>
      {trips.slice(0, SHOWN).map((trip) => (
        <p key={trip.id} className="font-medium wrap-anywhere text-ink">
          {tripLabel(trip)}
        </p>
      ))}
      {trips.length > SHOWN && <p>and {trips.length - SHOWN} more</p>}
    </>
  );
}

type SelectionLodgedWarningProps = {
  selection: TripSelection;
  /** The day that the trips are moved to. */
  date?: string;
};

/** Warns of a change of selected trips in lodged reports, and counts them. */
export function SelectionLodgedWarning({ selection, date }: SelectionLodgedWarningProps) {
  const { data } = useQuery<LodgementList>({ queryKey: queryKeys.lodgements });
  const lodgements = data?.lodgements ?? [];
  const matching = useLodgedAmong('matching' in selection ? selection.matching.filters : undefined);
  const left =
    'matching' in selection
      ? (matching.data ?? [])
      : lodgedReportsTouched(lodgements, { trips: selection.trips.map(({ datetime }) => datetime) });
  const entered = lodgedReportsTouched(lodgements, {
    trips: date ? Array.from({ length: countSelected(selection) }, () => brisbaneInstant(date)) : [],
  });
  const staysIn = left.filter(({ period }) => !entered.some((other) => other.period === period));
  return <LodgedReports touched={[...staysIn, ...entered]} counted={countSelected(selection) > 1} />;
}
