import { brisbaneDay } from '@shared/periods';
import type { FactValue } from '@shared/vehicles/dated-facts';
import { MAX_DATED } from '@shared/vehicles/vehicle-input';
import type { History } from '@shared/vehicles/vehicles';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { LimitReachedError, NotFoundError, ValidationError } from '../../lib/errors';
import { type DatedFact, type FactFields, firstDayAfter, formerValues, pickFields } from './dated-facts';
import {
  type FactOwner,
  insertFacts,
  listFactsOf,
  listFactsWithPeople,
  lockFact,
  removeFacts,
  startEarlier,
} from './dated-facts.repository';

/** The most former values of one driver or vehicle. */
const MOST_FORMER = 4 * MAX_DATED;

/** Records what held until the day before a dated change; without that day the change is a correction. @throws ValidationError; LimitReachedError */
export async function recordFormer(
  within: Call<Tx>,
  owner: FactOwner,
  groups: FactFields,
  { before, after, changedOn }: { before: object; after: object; changedOn: string | undefined },
): Promise<void> {
  if (!changedOn) return;
  const refusal = (message: string) => new ValidationError(message, [{ path: 'changedOn', message }]);
  if (changedOn > brisbaneDay(within.now)) throw refusal('That date is in the future');
  const facts = await listFactsOf(within.db, within.holderId, owner);
  const former = formerValues(groups, { before, after, changedOn }, facts);
  if (former.some(({ firstDay, lastDay }) => firstDay !== null && lastDay !== null && firstDay > lastDay))
    throw refusal('There is a change on or after that day already');
  if (facts.length + former.length > MOST_FORMER)
    throw new LimitReachedError(MOST_FORMER, 'dated changes', 'Remove some from its history');
  await insertFacts(within, owner, former);
}

/** Former and present facts of a driver or vehicle, the latest first (docs/product/vehicles.md#history). */
export async function historyOf(
  call: Call<Tx>,
  owner: FactOwner,
  groups: FactFields,
  now: object,
): Promise<History> {
  const facts = await listFactsWithPeople(call.db, call.holderId, owner);
  const former = facts.map(({ id, fact, value, firstDay, lastDay, isAssumed, recordedAt, person }) => ({
    id: isEdited(owner, { fact, lastDay }) ? null : id,
    fact,
    value: texts(value),
    from: firstDay,
    to: lastDay,
    ...(isAssumed && { isAssumed }),
    recordedAt: recordedAt.toISOString(),
    person,
  }));
  const present = Object.entries(groups).map(([name, fields]) => {
    const fact = name as History[number]['fact'];
    const value = texts(pickFields(now, fields));
    return {
      id: null,
      fact,
      value,
      from: firstDayAfter(facts, fact),
      to: null,
      recordedAt: null,
      person: null,
    };
  });
  const lastDayOf = ({ to }: History[number]) => to ?? '9999';
  return [...present, ...former].toSorted((a, b) => lastDayOf(b).localeCompare(lastDayOf(a)));
}

/** Whether the form of a driver or vehicle changes it: a vehicle's times and licences, and the call sign that lasts. */
const isEdited = (owner: FactOwner, { fact, lastDay }: Pick<DatedFact, 'fact' | 'lastDay'>) =>
  'vehicleId' in owner &&
  (fact === 'licence' || fact === 'time' || (fact === 'call-sign' && lastDay === null));

const texts = (value: FactValue) => value as Record<string, string | null>;

/** Removes a former value: the one that came after it then held at that time too, but for a call sign. @throws NotFoundError */
export async function removeFormer(within: Call<Tx>, owner: FactOwner, factId: string) {
  const fact = await lockFact(within.db, within.holderId, owner, factId);
  if (!fact || isEdited(owner, fact)) throw new NotFoundError('History entry not found');
  await removeFacts(within, [factId]);
  if (fact.fact !== 'time' && fact.fact !== 'call-sign') await startEarlier(within, owner, fact);
  return fact;
}
