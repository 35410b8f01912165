import type { Call } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ConflictError } from '../../../lib/errors';
import { storeChanges } from '../../trips/bulk/bulk-trips.service';
import type { Correction } from './corrections';
import { CORRECTABLE, lockCorrectable } from './corrections.repository';

export const CORRECTED_AT_ONCE = 5000;

/** Stores what a file corrects. @throws ConflictError where a trip is not as the file was compared with it */
export async function storeCorrections(within: Call<Tx>, corrections: readonly Correction[]): Promise<void> {
  if (corrections.length === 0) return;
  const byId = new Map(corrections.map((correction) => [correction.stored.id, correction]));
  const locked = await lockCorrectable(within.db, within.holderId, [...byId.keys()]);
  const isAsCompared = locked.every(({ id, version }) => byId.get(id)?.stored.version === version);
  if (locked.length < byId.size || !isAsCompared)
    throw new ConflictError('Trips were changed since the preview. Check the file again');
  const changes = locked.map((before) => ({ before, after: { ...before, ...byId.get(before.id)?.set } }));
  await storeChanges(within, changes, CORRECTABLE, CORRECTED_AT_ONCE);
}
