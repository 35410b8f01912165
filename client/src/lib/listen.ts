/** Calls `listener` at each of the events. @returns what ends that */
export function listen(
  target: EventTarget,
  events: readonly string[],
  listener: (event: Event) => void,
): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}
