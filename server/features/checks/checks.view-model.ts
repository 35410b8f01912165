import { createHash } from 'node:crypto';
import { type Checks, type Finding, MAX_EXAMPLES, MAX_FINDINGS, questionsOf } from '@shared/reports/checks';
import type { OddTrips } from './checks.repository';
import type { Draft } from './finding';

type Counts = Pick<Checks, 'tripCount' | 'toLookAt'>;

/** The first groups of each kind, at most as many as are shown, and how many findings there are beyond. */
export function firstGroups(groups: readonly OddTrips[]) {
  const counted = new Map<string, number>();
  const shown = groups.filter(({ kind }) => {
    const before = counted.get(kind) ?? 0;
    counted.set(kind, before + 1);
    return before < MAX_FINDINGS;
  });
  const pairs = groups.find(({ kind }) => kind === 'duplicate');
  const morePairs = pairs ? Math.max(0, pairs.tripCount - MAX_FINDINGS) : 0;
  return { shown, beyond: groups.length - shown.length + morePairs };
}

/**
 * Puts findings together, the gravest kind first, and counts their questions: every screen, answer and document says this number
 * (docs/product/reports.md#readiness).
 * @param beyond findings that were not even read
 * @param tripById the trips that findings name
 */
export function listChecks<Trip>(
  kinds: readonly (readonly Draft[])[],
  {
    beyond,
    toConfirm,
    tripById,
    onlyBooked,
    ...counts
  }: Counts & {
    beyond: number;
    toConfirm: Checks['firstPlaces'];
    tripById: ReadonlyMap<string, Trip>;
    /** Limits links to booked trips where the holder has others. */
    onlyBooked: boolean;
  },
) {
  const beyondOf = (kinds: readonly (readonly Draft[])[]) =>
    kinds.reduce((sum, drafts) => sum + Math.max(0, drafts.length - MAX_FINDINGS), beyond);
  const left = beyondOf(kinds);
  const drafts = kinds.flatMap((drafts) => drafts.slice(0, MAX_FINDINGS));
  const questions = questionsOf(drafts);
  const count = questions.length + beyondOf(kinds.map(questionsOf));
  return {
    findings: drafts.map(({ exampleIds = [], fixes = [], trips, ...finding }) => ({
      ...finding,
      trips: trips && onlyBooked ? { ...trips, kind: 'booked' as const } : trips,
      fixes,
      examples: exampleIds.flatMap((id) => tripById.get(id) ?? []),
    })),
    left,
    placesToConfirm: toConfirm.length,
    firstPlaces: toConfirm.slice(0, MAX_EXAMPLES),
    ...counts,
    questions: count,
    seen: `${count}-${hashOf(questions)}`,
  };
}

function hashOf(questions: readonly Pick<Finding, 'kind' | 'title' | 'detail'>[]): string {
  const said = questions.map(({ kind, title, detail }) => [kind, title, detail]);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}
