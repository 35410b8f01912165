/**
 * The process that runs the embedded PostgreSQL: `embedded-postgres-keeper <folder> <generation> [<setting> …]`. It claims the folder, or
 * leaves when another keeper was quicker, and stops PostgreSQL when the last process holding it has released it or died. It imports
 * only Node's own modules. Its file name is that of its bundle in dist/server.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync, truncateSync } from 'node:fs';
import net from 'node:net';
import { startCluster } from './cluster';
import { claimFolder, type KeeperMessage, logFile } from './protocol';

const FIRST_HOLDER_TIMEOUT_MS = 10_000;
const FAST_SHUTDOWN_TIMEOUT_MS = 20_000;
/** Any program of this machine can connect: until it has shown the token, it gets little time and little company. */
const TOKEN_TIMEOUT_MS = 5_000;
const MAX_STRANGERS = 20;
const MAX_REASON = 10_000; // fits the line that a holder reads
const LOG_LIMIT_BYTES = 1_000_000;

process.title = 'trip-log-postgres-keeper'; // not to be taken for a server by `killall node`
// A Ctrl-C or a service manager's SIGTERM reaches every process; the holders' end is what counts here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const [folder = '', generation = '', ...settings] = process.argv.slice(2);
const server = net.createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
await once(server, 'listening');
const claim = claimFolder(folder, Number(generation), (server.address() as net.AddressInfo).port);
if (!claim) process.exit(0);
if (statSync(logFile(folder)).size > LOG_LIMIT_BYTES) truncateSync(logFile(folder));

const holders = new Set<net.Socket>();
let postgres: ChildProcess | undefined;
process.on('exit', () => postgres?.kill('SIGINT')); // should this process fail, nothing is left behind either

const outcome = startCluster(folder, settings).then(
  (cluster): KeeperMessage => {
    postgres = cluster.postgres;
    postgres.once('exit', (code) => process.exit(code ?? 1)); // closes every holder's connection
    return { state: 'ready', addresses: cluster.addresses };
  },
  (error: Error): KeeperMessage => ({ state: 'failed', reason: error.message.slice(0, MAX_REASON) }),
);

const strangers = new Set<net.Socket>();
const token = `${claim.holderToken}\n`;

server.on('connection', (socket) => {
  const impatience = setTimeout(() => socket.destroy(), TOKEN_TIMEOUT_MS);
  const isKnown = () => {
    clearTimeout(impatience);
    strangers.delete(socket);
  };
  socket.on('error', () => undefined).once('close', isKnown); // 'close' follows an error
  const [oldest] = strangers.add(socket);
  // a holder sends its token at once, so it is never the oldest for long
  if (strangers.size > MAX_STRANGERS) oldest?.destroy();

  let received = '';
  const read = (chunk: string) => {
    received += chunk;
    if (received.length < token.length) return;
    if (received !== token) return void socket.destroy();
    isKnown();
    // only the socket's end matters from here on
    socket.off('data', read).resume();
    void welcome(socket);
  };
  socket.setEncoding('utf8').on('data', read);
});

async function welcome(socket: net.Socket): Promise<void> {
  holders.add(socket);
  socket.once('end', () => letGo(socket)).once('close', () => letGo(socket));
  socket.write(`${claim?.keeperToken}\n`);
  socket.write(`${JSON.stringify(await outcome)}\n`);
}

setTimeout(() => {
  if (holders.size === 0) void shutDown();
}, FIRST_HOLDER_TIMEOUT_MS);

function letGo(socket: net.Socket): void {
  if (!holders.delete(socket)) return;
  if (holders.size > 0) socket.end();
  else void shutDown(); // the end of this process ends the last connection: its holder waits for that
}

async function shutDown(): Promise<void> {
  server.close();
  await outcome;
  if (!postgres) process.exit(0);
  postgres.kill('SIGINT');
  setTimeout(() => postgres?.kill('SIGQUIT'), FAST_SHUTDOWN_TIMEOUT_MS);
}
