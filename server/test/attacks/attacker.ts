import { type Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildLogin } from '../builders';
import { cookieHeader } from '../http/cookie-header';

export type Call = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Buffer;
  /** Keeps connections; else each request has one of its own. */
  agent?: Agent;
};

export type Answer = {
  /** 0 when the connection was broken off without an answer. */
  status: number;
  /** The message for people in an error's answer. */
  message: string;
  retryAfter: number;
  cookie: string;
  body: Buffer;
};

/** An answer that takes longer than this counts as missing. */
const HANGS_MS = 120_000;

/** Sends one request. */
export function send(url: string, { method, path, headers, json, body, agent }: Call): Promise<Answer> {
  const content = json === undefined ? body : JSON.stringify(json);
  return new Promise((resolve) => {
    const broken = () =>
      resolve({ status: 0, message: '', retryAfter: Number.NaN, cookie: '', body: Buffer.alloc(0) });
    const outgoing = request(url + path, {
      agent: agent ?? false,
      signal: AbortSignal.timeout(HANGS_MS),
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: {
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(content !== undefined && { 'Content-Length': Buffer.byteLength(content) }),
        ...headers,
      },
    });
    outgoing.on('error', broken);
    outgoing.on('response', async (incoming) => {
      const answer = await buffer(incoming).catch(() => undefined);
      if (!answer) return broken();
      const isJson = incoming.headers['content-type']?.startsWith('application/json');
      resolve({
        status: incoming.statusCode ?? 0,
        message: isJson ? (JSON.parse(answer.toString()).message ?? '') : '',
        retryAfter: Number(incoming.headers['retry-after']),
        cookie: cookieHeader(incoming.headers['set-cookie']),
        body: answer,
      });
    });
    outgoing.end(content);
  });
}

/** A holder who may send anything. */
export type Attacker = {
  holderId: string;
  cookie: string;
  ask(call: Call): Promise<Answer>;
  /** Asks again, as the app does, for as long as the server says that it is busy. */
  askAgain(call: Call): Promise<Answer>;
};

/** Registers a holder and signs in. */
export async function signInAttacker(url: string, json = buildLogin()): Promise<Attacker> {
  const login = await send(url, { path: '/api/auth/login', json });
  if (login.status !== 200) throw new Error(`Sign-in: ${login.status} ${login.message}`);
  const { cookie } = login;
  const ask = (call: Call) => send(url, { ...call, headers: { Cookie: cookie, ...call.headers } });
  return {
    holderId: JSON.parse(login.body.toString()).beaHolder.id,
    cookie,
    ask,
    async askAgain(call) {
      for (const until = performance.now() + HANGS_MS; ; ) {
        const answer = await ask(call);
        if (answer.status !== 503 || performance.now() > until) return answer;
        await sleep(Math.min(answer.retryAfter, 1) * 1000);
      }
    },
  };
}

/** Does the same several times at once. */
export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
