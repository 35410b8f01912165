import type { ErrorAnswer } from '@shared/errors';
import { vi } from 'vitest';
import { emptyAnswers } from './empty-answers';

/** A request as the app sent it. `params` are the parts of the path that the table names, such as `:id`. */
export type Call<Body = unknown> = {
  method: string;
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  headers: Headers;
  body: Body;
};

/** What is answered: a Response as it is, undefined as a 204, anything else as JSON. */
type Reply = object | string | null | undefined;
type Answer = Reply | ((call: Call<never>) => Reply | Promise<Reply>);
/** Answers by method and path: `'PUT /api/drivers/:id': ({ params, body }) => …`. */
export type Answers = Record<string, Answer>;

/** What an answer is to a call. */
export const replyTo = async (answer: Answer, call: Call): Promise<Reply> =>
  typeof answer === 'function' ? answer(call as Call<never>) : answer;

/** A refusal, as the server's middleware sends it. */
export const refuse = (
  status: number,
  message: string,
  { code = 'validation', ...more }: Partial<ErrorAnswer> & Record<string, unknown> = {},
) => Response.json({ message, code, ...more }, { status });

/** The answer of a server that cannot be reached. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A request that no table has an answer for; `expectNoUnexpectedCalls` fails the test that made it. */
let unexpected: string[] = [];

/** @throws Error that names the requests that no one expected since the last call */
export function expectNoUnexpectedCalls(): void {
  const calls = unexpected;
  unexpected = [];
  if (calls.length > 0) throw new Error(`Requests without an answer: ${calls.join(', ')}`);
}

/** Ended with the test: what its app still waits for gets no answer, as when the network breaks. */
let line = new AbortController();

/** Ends the requests that still wait for an answer, and refuses every later one of the same app. */
export function endRequests(): void {
  line.abort(new TypeError('Failed to fetch'));
  line = new AbortController();
}

function match(pattern: string, method: string, path: string): Record<string, string> | undefined {
  const [ofMethod, ofPath = ''] = pattern.split(' ');
  if (ofMethod !== method) return undefined;
  const source = ofPath.replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${source}$`).exec(path);
  return found ? { ...found.groups } : undefined;
}

const bodyOf = async (request: Request) => {
  if (!request.headers.get('Content-Type')?.includes('json')) return request.blob();
  return request.json();
};

/** Answers the app's requests in place of a server, and remembers them. */
export class FakeServer {
  /** The requests that were sent, the first one first. */
  readonly calls: Call[] = [];
  private answers: Answers;
  private toAll: { answer: Answer } | undefined;
  /** What the server's clock shows, in milliseconds since 1970, as each answer says it; undefined for a server that does not say. */
  time: number | undefined;
  private readonly line = line.signal;
  private page = new AbortController();

  constructor(answers: Answers, time?: number) {
    this.time = time;
    this.answers = { ...emptyAnswers, ...answers };
    const fetchAsset = window.fetch.bind(window);
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      return new URL(request.url).pathname.startsWith('/api/')
        ? this.answer(request)
        : fetchAsset(input, init);
    });
  }

  /** The page is left: a browser ends what it still waits for, and sends nothing more for it. @returns opens the next page */
  leavePage(): () => void {
    this.page.abort();
    return () => {
      this.page = new AbortController();
    };
  }

  /** Answers differently from now on. */
  change(answers: Answers): void {
    this.answers = { ...this.answers, ...answers };
  }

  /** Answers every request alike. @returns goes back to the table */
  answerAll(answer: Answer): () => void {
    this.toAll = { answer };
    return () => {
      this.toAll = undefined;
    };
  }

  /** Lets no request through, as without network. @returns brings the network back */
  cutOff(): () => void {
    const answerAgain = this.answerAll(unreachable);
    const isOnline = vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    return () => {
      answerAgain();
      isOnline.mockRestore();
      window.dispatchEvent(new Event('online'));
    };
  }

  /** Holds back the answers that the table has to these patterns. @returns sends them */
  hold(...patterns: string[]): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const pattern of patterns) {
      const answer = this.answers[pattern];
      this.answers[pattern] = async (call: Call) => {
        await released;
        return replyTo(answer, call);
      };
    }
    return release;
  }

  /** The bodies of the requests to a path, such as `'POST /api/drivers'`. */
  sent(pattern: string): unknown[] {
    return this.calls.filter(({ method, path }) => match(pattern, method, path)).map(({ body }) => body);
  }

  private async answer(request: Request): Promise<Response> {
    const { method, headers } = request;
    const signal = AbortSignal.any([request.signal, this.line, this.page.signal]);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const body = method === 'GET' ? undefined : await bodyOf(request);
    signal.throwIfAborted();
    // an exact path comes before one with a parameter
    const patterns = Object.keys(this.answers).sort(
      (one, other) => Number(one.includes(':')) - Number(other.includes(':')),
    );
    const pattern = patterns.find((one) => match(one, method, path));
    if (!pattern) {
      unexpected.push(`${method} ${path}`);
      return refuse(501, 'The test has no answer to this');
    }
    const call = { method, path, query, headers, body, params: match(pattern, method, path) ?? {} };
    this.calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const answer = this.toAll ? this.toAll.answer : this.answers[pattern];
    const reply = await Promise.race([replyTo(answer, call), aborted]);
    const response =
      reply instanceof Response
        ? reply.clone()
        : reply === undefined
          ? new Response(null, { status: 204 })
          : Response.json(reply);
    if (this.time !== undefined) {
      response.headers.set('Date', new Date(this.time).toUTCString());
      response.headers.set('Cache-Control', 'no-store');
    }
    return response;
  }
}
