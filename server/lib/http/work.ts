import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { workQueueSchema } from '@shared/work';
import type { Request, Response } from 'express';
import type { AppDeps } from '../deps';
import { isDiskFull } from '../errors';
import { CLIENT_ADDRESS, logEvent, logOf, REQUEST_ID } from '../logger';
import { watchEventLoop } from '../work/event-loop';
import type { LightKind, Work, WorkKind, WorkOutcome } from '../work/kinds';
import { openSpool, type Spool } from '../work/spool';
import { createTurns } from '../work/turns';
import { createWorkProcesses, WorkEndedError } from '../work/work-processes';
import { type Mounted, routesOf } from './route';
import { firstByte, sendStream } from './send-file';
import { anySession, turnOf } from './session';

const PROCESSES = 2;
const HEAVY = { atOnce: PROCESSES, waiting: 100, patienceMs: 30_000 };
/** A transfer lasts from the request's first byte until the client has the answer's last. */
const TRANSFERS = { atOnce: 1000, perHolder: 6, waiting: 1000, patienceMs: 30_000 };
/** Most connections of the pool: the others read sessions. More searches than processors would make each slower. */
const LIGHT = {
  atOnce: 16,
  // so that what one holder asks for at once is never ready, and to be written, all at the same time
  perHolder: 4,
  // a list of 2,000 drivers takes 40 ms to be written, and twice that at first
  ofKind: { other: Math.min(12, 3 * availableParallelism()), hashing: 4, 'large-answer': 1 },
  waiting: 500,
  patienceMs: 10_000,
};
/** The server itself starts first. */
const WARM_UP_MS = 250;

/**
 * Keeps one holder's work from keeping others waiting: requests get fair turns, and heavy ones are answered by a work process.
 * @param options.maxBodyBytes of a request that is forwarded as it came
 * @param options.folder of the files that requests and answers wait in
 * @param options.storeSeconds how long work may wait for the object store besides what its kind may take
 */
export function createWork({
  kinds,
  maxBodyBytes,
  start,
  folder,
  storeSeconds = 0,
  log,
  count = () => {},
}: {
  kinds: readonly WorkKind[];
  maxBodyBytes: number;
  start(): ChildProcess;
  folder: string;
  storeSeconds?: number;
  count?: ((kind: string, outcome: WorkOutcome) => void) | undefined;
} & Pick<AppDeps, 'log'>): Work {
  const processes = createWorkProcesses(start);
  const ofKind = Object.fromEntries(kinds.map(({ name, atOnce = PROCESSES }) => [name, atOnce]));
  const heavy = createTurns<string>({ ...HEAVY, ofKind });
  const transfers = createTurns(TRANSFERS);
  const transfersOf = new Map<string, typeof transfers>();
  for (const { name, perHolder } of kinds)
    if (perHolder) transfersOf.set(name, createTurns({ ...TRANSFERS, perHolder }));
  const light = createTurns<LightKind>(LIGHT);
  const loop = watchEventLoop();
  const warmUp = setTimeout(() => processes.warmUp(), WARM_UP_MS);

  async function withSpool(use: (spool: Spool) => Promise<void>): Promise<void> {
    const spool = await openSpool(folder);
    try {
      await use(spool);
    } finally {
      await spool.close();
    }
  }

  /** Lets a work process answer a request, and sends what it answers as fast as the client reads. */
  async function answer(kind: WorkKind, { req, res, body, holder, signal }: Forwarded): Promise<void> {
    await withSpool(async (spool) => {
      const endTurn = await heavy.take(holder, kind.name, signal);
      let done: Promise<void> | undefined;
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        const work = async (agent: Agent) => {
          const incoming = await requestOf(agent, req, body);
          resolve(incoming);
          await spool.fill(incoming);
        };
        const limits = { ...kind, seconds: kind.seconds + storeSeconds };
        done = processes.run(limits, work, signal).finally(endTurn);
        done.then(
          () => count(kind.name, 'done'),
          (error) => {
            count(kind.name, error instanceof WorkEndedError ? error.reason : 'failed');
            reject(error);
          },
        );
      });
      const incoming = await answered.catch((error) => {
        if (!(error instanceof WorkEndedError)) throw error;
        logEvent(logOf(req, log), 'warn', 'work-ended', { kind: kind.name, reason: error.reason });
        throw kind.refusal();
      });
      const content = spool.read();
      await firstByte(content, res);
      passHead(incoming, res);
      await sendStream(content, res);
      await done;
    });
  }

  return {
    forward: (kindOf) => async (req, res) => {
      const holder = turnOf(anySession(res));
      const gone = new AbortController();
      res.once('close', () => res.writableFinished || gone.abort());
      const { signal } = gone;
      try {
        const kind = kindOf(req);
        const endTransfer = await (transfersOf.get(kind.name) ?? transfers).take(holder, 'any', signal);
        try {
          await loop.caughtUp();
          await withSpool(async (spool) => {
            const body = await readBody(req, spool, maxBodyBytes);
            await answer(kind, { req, res, body, holder, signal });
          });
        } finally {
          endTransfer();
        }
      } catch (error) {
        // an answer that breaks off looks as if its reader had left
        if (!signal.aborted || isDiskFull(error)) throw error;
      }
    },
    turn: (holder, kind) => light.take(holder, kind),
    ahead: (holder) => heavy.ahead(holder),
    load: () => kinds.map(({ name }) => ({ kind: name, ...heavy.load(name) })),
    async stop() {
      clearTimeout(warmUp);
      loop.stop();
      await processes.stop();
    },
  };
}

type Forwarded = { req: Request; res: Response; body: RequestBody; holder: string; signal: AbortSignal };

type RequestBody = { content: Readable | string; bytes: number };

/** Headers of one connection or of a body as it came (RFC 9110, 7.6.1). */
const ofConnection = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'];

/** Reads the body of a request; a parsed one is written as JSON again. @throws SpoolFullError beyond `maxBytes` */
async function readBody(req: Request, spool: Spool, maxBytes: number): Promise<RequestBody> {
  if (req.body !== undefined) {
    const content = JSON.stringify(req.body);
    return { content, bytes: Buffer.byteLength(content) };
  }
  await spool.fill(req, maxBytes);
  return { content: spool.read(), bytes: spool.bytes };
}

/** Sends a request to a work process. @returns the answer, when its head has come */
async function requestOf(agent: Agent, req: Request, { content, bytes }: RequestBody) {
  const headers = {
    ...req.headers,
    [REQUEST_ID]: String(req.id),
    [CLIENT_ADDRESS]: req.ip ?? '',
    'content-length': String(bytes),
  };
  for (const name of ofConnection) Reflect.deleteProperty(headers, name);
  // a parsed body was unpacked as well
  if (typeof content === 'string') Reflect.deleteProperty(headers, 'content-encoding');
  const outgoing = request({ agent, method: req.method, path: req.originalUrl, headers });
  if (typeof content === 'string') outgoing.end(content);
  else content.pipe(outgoing);
  const [answer] = await once(outgoing, 'response');
  return answer as IncomingMessage;
}

function passHead({ statusCode = 500, headers }: IncomingMessage, res: Response): void {
  res.status(statusCode);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofConnection.includes(name)) res.setHeader(name, value);
}

/** The routes of a holder's documents and files, each in its turn (docs/architecture.md#heavy-work). */
export function workRoutes(deps: AppDeps): Mounted {
  const { mounted, get } = routesOf(deps, '/api/work');
  get('/', { summary: 'Tells how much heavy work is ahead', answer: workQueueSchema }, ({ call }) => ({
    ahead: deps.work?.ahead(call.holderId) ?? null,
  }));
  return mounted;
}
