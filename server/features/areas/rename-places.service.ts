import { suburbKey } from '@shared/places/suburbs';
import { recordChanges } from '../../lib/audit';
import { type Call, callFor, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { loadPlaceNames } from '../trips/localities';
import { renameConfirmedPlaces } from './areas.service';
import {
  listHoldersOf,
  listSpeltPlaces,
  lockPlaces,
  lockTripsFrom,
  removeEmptyTotals,
  type SpeltPlace,
  storeSuburbs,
} from './rename-places.repository';

type Deps = Pick<AppDeps, 'db' | 'log' | 'lifecycle'>;
type Former = { places: readonly SpeltPlace[]; nameOf: Awaited<ReturnType<typeof loadPlaceNames>> };

/** Trips of one transaction: someone who changes one of them waits for it. */
const BATCH = 1000;

/**
 * Gives places that an earlier version stored in another spelling the name by which they are stored now (docs/product/log-trip.md#places):
 * trips, their totals and confirmed areas. A run that was cut off goes on at the next; several at once do no harm.
 */
export async function renamePlaces({ db, log, lifecycle }: Deps, now: Date, size = BATCH): Promise<void> {
  const nameOf = await loadPlaceNames();
  const isFormer = ({ postcode, suburbKey: suburb }: SpeltPlace) =>
    suburbKey(nameOf({ suburb, postcode })) !== suburb;
  const places = (await listSpeltPlaces(asService(db))).filter(isFormer);
  if (places.length === 0) return;
  let renamed = 0;
  for (const holderId of await listHoldersOf(asService(db), places)) {
    const call = callFor(db, { holderId, userId: null, now });
    let afterId: string | undefined = '';
    while (afterId !== undefined && !lifecycle.stopping) {
      const batch = await renameBatch(call, { places, nameOf }, { afterId, limit: size });
      renamed += batch.renamed;
      afterId = batch.lastId;
    }
  }
  if (renamed > 0)
    log.info({ trips: renamed }, 'trips were given the names by which their places are stored now');
}

/** @returns how many trips were renamed, and the last one's id unless there are no more */
const renameBatch = (call: Call, former: Former, page: { afterId: string; limit: number }) =>
  inTransaction(call, async (within) => {
    if (!(await lockPlaces(within))) return { renamed: 0, lastId: undefined };
    if (page.afterId === '') await renameConfirmedPlaces(within);
    const stored = await lockTripsFrom(within, former.places, page);
    await renameTrips(within, stored, former);
    const isLast = stored.length < page.limit;
    if (isLast) await removeEmptyTotals(within, former.places);
    return { renamed: stored.length, lastId: isLast ? undefined : stored.at(-1)?.id };
  });

type LockedTrip = Awaited<ReturnType<typeof lockTripsFrom>>[number];

async function renameTrips(within: Call<Tx>, stored: readonly LockedTrip[], { nameOf }: Former) {
  if (stored.length === 0) return;
  const renamed = stored.map((trip) => ({ ...trip, suburb: nameOf(trip) }));
  await storeSuburbs(within, renamed);
  const changes = stored.map(({ id, suburb }, index) => ({
    before: { id, suburb },
    after: { id, suburb: renamed[index]?.suburb },
  }));
  await recordChanges(within, 'trip', changes);
}
