import { BusyError } from '../errors';

type Limits<Kind extends string> = {
  atOnce: number;
  /** How many of one holder, and of a kind, run at once; as many as there are, unless given. */
  perHolder?: number;
  ofKind?: Partial<Record<Kind, number>>;
  /** How many may wait; then one who used less than another who waits takes that one's place. */
  waiting: number;
  patienceMs: number;
};

type Waiting<Kind> = { holder: string; kind: Kind; begin(): void; leave(reason: Error): void };

function createCounts<Key>() {
  const counts = new Map<Key, number>();
  const of = (key: Key) => counts.get(key) ?? 0;
  return {
    of,
    add: (key: Key) => void counts.set(key, of(key) + 1),
    remove: (key: Key) => void (of(key) > 1 ? counts.set(key, of(key) - 1) : counts.delete(key)),
  };
}

/** After this time half of what a holder used is forgotten. */
const HALF_LIFE_MS = 60_000;

/**
 * How much time each holder used lately. Time in which several run counts for each by its share: else a holder who is kept waiting by
 * the others would seem to use much.
 */
function createUsage(now: () => number) {
  const used = new Map<string, { ms: number; at: number }>();
  let running = 0;
  let shared = 0;
  let sharedAt = now();
  const usedBy = (holder: string): number => {
    const past = used.get(holder);
    return past ? past.ms * 2 ** ((past.at - now()) / HALF_LIFE_MS) : 0;
  };
  function share(): number {
    shared += (now() - sharedAt) / Math.max(1, running);
    sharedAt = now();
    return shared;
  }
  return {
    usedBy,
    /** @returns ends the use */
    begin(holder: string): () => void {
      const began = share();
      running += 1;
      return () => {
        used.set(holder, { ms: usedBy(holder) + share() - began, at: now() });
        running -= 1;
        if (used.size > 10_000) for (const one of used.keys()) if (usedBy(one) < 1) used.delete(one);
      };
    },
  };
}

/**
 * A queue for work of which only so much may run at once. It is fair between holders: of those who wait, the one who used the
 * least time lately is next, so a holder who asks for much waits for one who asks for little, and never the other way round.
 * @param now a monotonic clock, in milliseconds
 */
export function createTurns<Kind extends string = 'any'>(
  { atOnce, perHolder = atOnce, ofKind = {}, waiting: mostWaiting, patienceMs }: Limits<Kind>,
  now = () => performance.now(),
) {
  const queue: Waiting<Kind>[] = [];
  // counted, because each turn that ends looks at all who wait
  let running = 0;
  const runningOf = createCounts<string>();
  const runningAs = createCounts<Kind>();
  const usage = createUsage(now);
  const { usedBy } = usage;

  const mayBegin = ({ holder, kind }: { holder: string; kind: Kind }) =>
    running < atOnce && runningOf.of(holder) < perHolder && runningAs.of(kind) < (ofKind[kind] ?? atOnce);

  /** Makes room for one more to wait, unless everybody who waits used less. */
  function makeRoomFor(holder: string): void {
    if (queue.length < mostWaiting) return;
    const [greediest] = queue.toSorted((a, b) => usedBy(b.holder) - usedBy(a.holder));
    if (!greediest || usedBy(greediest.holder) <= usedBy(holder)) throw new BusyError();
    greediest.leave(new BusyError());
  }

  function beginNext(): void {
    while (running < atOnce) {
      let next: Waiting<Kind> | undefined;
      let refused: Waiting<Kind> | undefined;
      for (const one of queue) {
        if (one.holder === next?.holder) continue;
        // requests of one holder and kind keep their order
        if (one.holder === refused?.holder && one.kind === refused.kind) continue;
        if (!mayBegin(one)) refused = one;
        else if (!next || usedBy(one.holder) < usedBy(next.holder)) next = one;
      }
      if (!next) return;
      queue.splice(queue.indexOf(next), 1);
      next.begin();
    }
  }

  /** @returns ends the turn; calling it again does nothing */
  function begin(turn: { holder: string; kind: Kind }): () => void {
    const endUse = usage.begin(turn.holder);
    let hasEnded = false;
    running += 1;
    runningOf.add(turn.holder);
    runningAs.add(turn.kind);
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      endUse();
      running -= 1;
      runningOf.remove(turn.holder);
      runningAs.remove(turn.kind);
      beginNext();
    };
  }

  return {
    /** How much time a holder's turns took lately, in milliseconds. */
    usedBy,
    ahead(holder: string): number | undefined {
      const last = queue.findLastIndex((one) => one.holder === holder);
      return last < 0 ? undefined : last;
    },
    load: (kind: Kind) => ({
      running: runningAs.of(kind),
      waiting: queue.filter((one) => one.kind === kind).length,
    }),
    /** Waits for a turn; the result ends it. @throws BusyError when too many wait, or the time runs out */
    async take(holder: string, kind: Kind, signal?: AbortSignal): Promise<() => void> {
      const turn = { holder, kind };
      if (mayBegin(turn)) return begin(turn);
      if (signal?.aborted) throw new Error('The client has gone');
      makeRoomFor(holder);
      return new Promise((resolve, reject) => {
        const leave = (reason: Error) => {
          queue.splice(queue.indexOf(waiting), 1);
          settle();
          reject(reason);
        };
        const impatient = setTimeout(() => leave(new BusyError()), patienceMs);
        const aborted = () => leave(new Error('The client has gone'));
        const settle = () => {
          clearTimeout(impatient);
          signal?.removeEventListener('abort', aborted);
        };
        const waiting = {
          ...turn,
          leave,
          begin() {
            settle();
            resolve(begin(turn));
          },
        };
        signal?.addEventListener('abort', aborted);
        queue.push(waiting);
      });
    },
  };
}
