import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** What becomes of what is on its way: it passes, the store gets and says nothing more, or its answers stop within their body. */
type Line = 'passes' | 'is silent' | 'stops halfway';

const END_OF_HEAD = '\r\n\r\n';
/** So much of a body still comes. */
const HALF_BYTES = 50;

/** Starts a line to an S3 server, which a test can make hang without closing a connection. */
export async function startStoreProxy(endpoint: string) {
  const { hostname, port: target } = new URL(endpoint);
  const proxy = { endpoint: '', line: 'passes' as Line, stop: () => void server.close() };
  const server = createServer((client) => {
    const store = connect(Number(target), hostname);
    let hasStopped = false;
    client.on('data', (chunk) => proxy.line !== 'is silent' && store.write(chunk));
    store.on('data', (chunk) => {
      if (proxy.line === 'passes') client.write(chunk);
      if (proxy.line !== 'stops halfway' || hasStopped) return;
      hasStopped = true;
      client.write(chunk.subarray(0, chunk.indexOf(END_OF_HEAD) + END_OF_HEAD.length + HALF_BYTES));
    });
    for (const [one, other] of [
      [client, store],
      [store, client],
    ] as const)
      one.on('error', () => {}).once('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
