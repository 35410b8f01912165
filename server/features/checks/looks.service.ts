import type { Checks } from '@shared/reports/checks';
import type { Call } from '../../lib/call';
import { findLastLook, insertLook } from './looks.repository';

/** A list of questions with the last look at it. @param name of two words: a report and its period, or a request and its id */
export async function withLook<List extends Pick<Checks, 'seen'>>(call: Call, name: string, list: List) {
  const last = await findLastLook(call.db, call.holderId, name);
  if (!last) return { ...list, look: null };
  const { seen, ...look } = last;
  return { ...list, look: { ...look, hasChanged: seen !== list.seen } };
}

/**
 * Stores that a person looked at the questions that `seen` names, which may have changed meanwhile.
 * @param list the questions now: how many there are is counted here, whatever `seen` says
 */
export async function storeLook(
  call: Call,
  name: string,
  { seen, list }: { seen: string; list: Pick<Checks, 'seen' | 'questions'> },
) {
  await insertLook(call, name, { seen, questions: list.questions });
  const { look } = await withLook(call, name, list);
  if (!look) throw new Error('a look that was stored is found');
  return look;
}
