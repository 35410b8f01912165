import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What is answered in place of the server behind, by path. */
type Replaced = Map<string, { type: string; body: string }>;

/**
 * What becomes of a request: its connection is cut before the server behind gets it, when it has just got it, when it has
 * answered, or within the answer; or the answer comes late.
 */
export type LineFault = 'before' | 'meanwhile' | 'after' | 'within' | 'late';

/**
 * Starts a server in front of another, as a proxy is: what `replaced` names it answers itself, so that a test can publish
 * another version of the client.
 * @param behind the address of the other server
 * @param faultOf the fault of each request that a page makes; undefined for none
 */
export async function startFrontServer(
  behind: string,
  faultOf: (method: string, path: string) => LineFault | undefined = () => undefined,
): Promise<{ url: string; replaced: Replaced; stop(): void }> {
  const replaced: Replaced = new Map();
  const { hostname, port: target } = new URL(behind);
  const server = createServer((asked, answer) => {
    const own = replaced.get(asked.url ?? '');
    if (own) {
      answer.setHeader('Content-Type', own.type).setHeader('Cache-Control', 'no-cache');
      return answer.end(own.body);
    }
    const { method = '', url: path = '', headers } = asked;
    const fault = faultOf(method, path);
    const cut = () => asked.socket.destroy();
    if (fault === 'before') return cut();
    const forwarded = request({ hostname, port: target, method, path, headers }, async (answered) => {
      if (fault === 'meanwhile' || fault === 'after') {
        answered.resume();
        return cut();
      }
      if (fault === 'late') await wait(LATE_MS);
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      if (fault !== 'within') return answered.pipe(answer);
      answered.once('data', (chunk: Buffer) => {
        answered.resume();
        answer.write(chunk.subarray(0, chunk.length / 2), cut);
      });
    });
    forwarded.on('error', () => answer.destroy());
    if (fault === 'meanwhile') asked.on('end', () => setImmediate(cut));
    asked.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    replaced,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** How long a late answer takes, in milliseconds. */
const LATE_MS = 200;
