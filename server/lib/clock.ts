/** The only source of the current time: whatever needs it takes a clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A clock that starts at `now` and runs on, whatever happens to the machine's own clock. */
export function clockFrom(now: Date): Clock {
  const started = performance.now();
  return () => new Date(now.getTime() + (performance.now() - started));
}
