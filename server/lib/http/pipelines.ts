import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers send one request at a time on a connection, and so do proxies. */
const MOST = 10;

/**
 * Closes a connection on which more requests wait for their answers than any browser sends: all of them would be worked on at
 * once, however slowly their sender reads.
 */
export function withoutPipelines(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    res.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 0) - 1));
    if (count > MOST) socket.destroy();
    else handle(req, res);
  };
}
