import { formatDay } from '../periods';
import { type Licence, licenceInForce } from './vehicles';

type Licensed = {
  licences: readonly Pick<Licence, 'kind' | 'number' | 'from' | 'expires'>[];
  isSubstituteTaxi?: boolean | undefined;
};

/**
 * A vehicle's licence within some days, as every document has it: the last one in force, else a remark that says why there is no number
 * (docs/product/vehicles.md#in-reports).
 */
export function licenceWithin(vehicle: Licensed, first: string, last = first) {
  const licence = licenceInForce(vehicle.licences, first, last);
  if (licence) return { licence: licence.number, licenceKind: licence.kind, licenceRemark: null };
  return { licence: null, licenceKind: null, licenceRemark: remarkBefore(vehicle, first) };
}

/** The licence of a vehicle as it is printed where there is one column for it. */
export function licenceText(vehicle: Licensed, first: string, last = first): string {
  const { licence, licenceRemark } = licenceWithin(vehicle, first, last);
  return licence ?? licenceRemark;
}

function remarkBefore({ licences, isSubstituteTaxi }: Licensed, first: string): string {
  if (isSubstituteTaxi) return 'Substitute taxi';
  const expired = licences.flatMap(({ number, expires }) =>
    expires !== null && expires < first ? [{ number, expires }] : [],
  );
  const last = expired.toSorted((a, b) => (a.expires < b.expires ? -1 : 1)).at(-1);
  return last ? `Expired ${formatDay(last.expires)}: ${last.number}` : 'Not known';
}
