import { countOf } from '@shared/figures';
import type { TripImport } from '@shared/imports/imports';

type Imported = Pick<TripImport, 'of' | 'tripCount' | 'changeCount' | 'driverCount' | 'vehicleCount'>;

/** "600 trips, 30 drivers, 20 vehicles"; empty where none was new. */
const addedText = ({ tripCount, driverCount, vehicleCount }: Imported): string =>
  [
    tripCount > 0 && countOf(tripCount, 'trip'),
    driverCount > 0 && countOf(driverCount, 'driver'),
    vehicleCount > 0 && countOf(vehicleCount, 'vehicle'),
  ]
    .filter(Boolean)
    .join(', ');

const join = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ');
const changedWord = ({ of }: Imported) => (of === 'trips' ? 'corrected' : 'changed');

/** What an import did: "600 trips, 30 drivers, 20 vehicles", "20 trips, 3 corrected". */
export const importInWords = (one: Imported): string =>
  join(addedText(one), one.changeCount > 0 && countOf(one.changeCount, changedWord(one), changedWord(one))) ||
  countOf(0, 'trip');

/** "20 trips imported, 3 corrected". */
export const importedText = (one: Imported): string =>
  join(
    addedText(one) && `${addedText(one)} imported`,
    one.changeCount > 0 && countOf(one.changeCount, changedWord(one), changedWord(one)),
  );

/** "20 trips removed, 3 corrections taken back". */
export const undoneText = (one: Imported): string =>
  join(
    addedText(one) && `${addedText(one)} removed`,
    one.changeCount > 0 &&
      `${countOf(one.changeCount, one.of === 'trips' ? 'correction' : 'change')} taken back`,
  );

const KEPT_SHOWN = 2;

/** The first of what stays, and how many more. */
export function keptText(kept: readonly string[]): string {
  const left = kept.length - KEPT_SHOWN;
  return [
    ...kept.slice(0, KEPT_SHOWN),
    ...(left > 0 ? [`${left} more ${left === 1 ? 'stays' : 'stay'}.`] : []),
  ].join(' ');
}
