import type { Request } from 'express';
import type { AppDeps } from '../deps';

/** A request, of which its answer is looked at. */
export type Answering = Pick<Request, 'res'>;

/** Works after the answer, so that its time tells nothing. A failure of `what` is logged; a stopping process waits for it. */
export function afterAnswer(
  { log, lifecycle: { underWay } }: Pick<AppDeps, 'log' | 'lifecycle'>,
  { res }: Answering,
  what: string,
  work: () => Promise<void>,
): void {
  const begin = () => {
    const done: Promise<void> = work()
      .catch((error) => log.error({ err: error, what }, 'failed after the answer'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  // a client that has gone waits for no answer
  if (!res || res.destroyed) begin();
  else res.once('close', begin);
}
