import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type RawConnection = {
  socket: Socket;
  /** The bytes that the server has sent so far. */
  received(): string;
  /** Whether the server has closed the connection. */
  closed(): boolean;
  close(): void;
};

/** A connection on which anything can be said, HTTP or not. */
export async function openRaw(url: string, say = ''): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  let received = '';
  let isClosed = false;
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  // a connection that the server resets is closed as well
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  if (say) socket.write(say, 'latin1');
  return { socket, received: () => received, closed: () => isClosed, close: () => socket.destroy() };
}

/** Says something and waits for the server to close the connection, or until it has been silent for `waitMs`. */
export async function exchange(url: string, say: string, waitMs = 500): Promise<string> {
  const connection = await openRaw(url, say);
  let heard = -1;
  while (!connection.closed() && heard < connection.received().length) {
    heard = connection.received().length;
    await sleep(waitMs);
  }
  connection.close();
  return connection.received();
}

/** The status of each answer that was received. */
export const statuses = (received: string): number[] =>
  [...received.matchAll(/(?:^|\n|\}|>)HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
