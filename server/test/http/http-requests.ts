import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Express } from 'express';
import type { Route } from './route-table';

/** A request in its parts. */
export type ApiRequest = {
  /** Values of the names in the route's path. */
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  json?: unknown;
  /** A body that is not JSON; its type is set in `headers`. */
  file?: string | Buffer;
};

/** A request on the wire. */
export type HttpRequest = {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
};
export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Percent-encodes any text; a lone surrogate becomes U+FFFD. */
export const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

export function toHttp(route: Route, { params, query, headers, json, file }: ApiRequest): HttpRequest {
  const [method = '', path = ''] = route.split(' ', 2);
  const queryText = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encode(params[name] ?? ''));
  return {
    method,
    target: [filledPath, ...(queryText.length > 0 ? [queryText.join('&')] : [])].join('?'),
    headers: json === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    body: json === undefined ? file : JSON.stringify(json),
  };
}

export type HttpClient = Awaited<ReturnType<typeof serve>>;

/** The app on its own port, and a client that sends a request exactly as given, without a browser's normalisation. */
export async function serve(app: Express) {
  const server = createServer(app);
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });

  async function send({ method, target, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path: target,
      headers: { ...length, ...headers },
    });
    outgoing.end(body);
    const [answer] = await once(outgoing, 'response');
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    send,
    async close() {
      agent.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a request of a route with more headers. `said` is the status, and the code of a refusal. */
export async function askRoute(
  client: Pick<HttpClient, 'send'>,
  route: Route,
  request: ApiRequest,
  more: Record<string, string>,
) {
  const answer = await client.send(toHttp(route, { ...request, headers: { ...request.headers, ...more } }));
  const code = answer.status < 400 ? '' : JSON.parse(answer.body.toString()).code;
  return { ...answer, said: `${answer.status} ${code}`.trim() };
}
