/** The one source of the present: everything that needs a time is handed a clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** A clock that shows `now` and runs on from there, whatever is done to the machine's own meanwhile. */
export function clockFrom(now: Date): Clock {
  const started = performance.now();
  return () => new Date(now.getTime() + (performance.now() - started));
}
