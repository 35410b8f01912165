import { isDeepStrictEqual } from 'node:util';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { core, safeParse } from 'zod/mini';
import { type Call, callFor, type PersonsCall } from '../call';
import type { Db } from '../database/db';
import type { AppDeps } from '../deps';
import { NotFoundError, sentence } from '../errors';
import { inTurn } from '../work/kinds';
import type { Before, Declaration, DeclaredRoute, Schema } from './declaration';
import { type FileAnswer, type SnapshotFile, sendFile } from './send-file';
import { type Caller, type SignedIn, sessionFor, turnOf } from './session';

const isErrorHandler = (handler: Before): handler is ErrorRequestHandler => handler.length === 4;
const isHandler = (handler: Before): handler is RequestHandler => !isErrorHandler(handler);

type Input<D> = { [part in keyof D as D[part] extends Schema ? part : never]: core.output<D[part] & Schema> };

/** The type before JSON.stringify: dates where T has text. */
type BeforeJson<T> = T extends string
  ? T | Date
  : T extends readonly (infer E)[]
    ? readonly BeforeJson<E>[]
    : T extends object
      ? { [key in keyof T]: BeforeJson<T[key]> }
      : T;

type Answer<D, F> = D extends { answer: infer A extends Schema }
  ? BeforeJson<core.output<A>>
  : D extends { answer: 'file' }
    ? F
    : unknown;

type Handler<D, I, F> = (input: Omit<Input<D>, 'answer'> & I) => Answer<D, F> | Promise<Answer<D, F>>;

type OfHolder = Omit<SignedIn, 'userId'> & {
  call: PersonsCall;
  /** The request, for headers and cookies that belong to the browser, not to the person. */
  req: Request;
};
/** The same of a route that a driver's own phone or a token may use: the call names a person, a driver or a token. */
type OfCaller = Pick<Caller, 'holder' | 'driver'> & { call: Call; req: Request };
type Session<D> = D extends { onPhone: string } | { token: string } ? OfCaller : OfHolder;
/** The input of any other handler; its database shows no rows until `asHolder` or `asService` says whose. */
type Stranger = { call: { db: Db; now: Date }; req: Request };

type Method = DeclaredRoute['method'];

/**
 * Declares the routes of a feature, below a path: `app.use(...mounted)` adds them. `get`, `post`, `put` and `remove` add one for a signed-in holder, behind
 * requireHolder, `open` one for anyone; `route` makes the handler alone, which `add` adds. A body, query or key that its schema refuses is a
 * ZodError (400); path parameters that cannot name a row are a NotFoundError; with `checkAnswers`, an undeclared answer is an error (500) that names the field.
 * @param deps.declared gets every route
 * @param base the whole path, such as '/api/trips'
 */
export function routesOf(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'work' | 'throttle' | 'declared'>,
  base: string,
) {
  const { db, clock, config, work, throttle } = deps;
  function sendJson({ answer: schema, status }: Declaration, answer: unknown, req: Request, res: Response) {
    if (!schema) return void res.status(204).end();
    if (config.checkAnswers) assertDeclared(schema as Schema, answer, req);
    res.status(typeof status === 'object' ? status.choose(answer) : (status ?? 200)).json(answer);
  }

  const route = <const D extends Declaration>(
    declared: D,
    handler: Handler<D, Session<D>, SnapshotFile>,
  ): RequestHandler => {
    const { work: kind, budget } = declared;
    async function answerHere(session: Caller, req: Request, res: Response) {
      const { holder, userId = null, driver } = session;
      const token = 'token' in session ? session.token.name : undefined;
      const call = callFor(db, { holderId: holder.id, userId, driverId: driver?.id, token, now: clock() });
      // a route that is closed to phones and tokens has a person, as its type says
      const input = {
        ...parseInput(declared, req),
        ...(session as SignedIn),
        call: call as PersonsCall,
        req,
      };
      const answer = await inTurn(work?.turn(turnOf(session), declared.turn ?? 'other'), () =>
        handler(input),
      );
      if (declared.answer === 'file') await sendFile(res, answer as SnapshotFile, call);
      else sendJson(declared, answer, req, res);
    }
    const forward =
      work && kind && work.forward((req) => (typeof kind === 'function' ? kind(Object(req.body)) : kind));
    return async (req, res, next) => {
      const session = sessionFor(res, declared);
      const spender = 'token' in session ? session.token.id : session.holder.id;
      if (budget) await inTurn(work?.turn(turnOf(session), 'other'), () => throttle.spend(budget, spender));
      return forward ? forward(req, res, next) : answerHere(session, req, res);
    };
  };

  const publicRoute =
    <const D extends Declaration>(declared: D, handler: Handler<D, Stranger, FileAnswer>): RequestHandler =>
    async (req, res) => {
      const input = parseInput(declared, req);
      const handle = () => handler({ ...input, call: { db, now: clock() }, req });
      // a handler that reads its own body may take as long as its sender
      const answer = await (declared.body
        ? inTurn(work?.turn(String(req.ip), declared.turn ?? 'other'), handle)
        : handle());
      if (declared.answer === 'file') await sendFile(res, answer as FileAnswer);
      else sendJson(declared, answer, req, res);
    };

  const router = Router();
  function add(
    method: Method,
    path: string,
    declared: Declaration,
    handle: RequestHandler,
    { isPublic = false } = {},
  ) {
    const { before = [] } = declared;
    // another process parses the body of work; only its errors are handled here
    const own = work && declared.work ? [] : before.filter(isHandler);
    router[method](path, [...own], handle, before.filter(isErrorHandler));
    deps.declared?.push({ method, path: `${base}${path}`.replace(/(.)\/$/, '$1'), isPublic, declared });
  }
  const adds =
    (method: Method) =>
    <const D extends Declaration>(path: string, declared: D, handler: Handler<D, Session<D>, SnapshotFile>) =>
      add(method, path, declared, route(declared, handler));
  const opens =
    (method: Method) =>
    <const D extends Declaration>(path: string, declared: D, handler: Handler<D, Stranger, FileAnswer>) =>
      add(method, path, declared, publicRoute(declared, handler), { isPublic: true });
  const methods = { get: adds('get'), post: adds('post'), put: adds('put'), remove: adds('delete') };
  const open = { get: opens('get'), post: opens('post'), put: opens('put') };
  const mounted: Mounted = [base || '/', router];
  return { mounted, route, add, open, ...methods };
}

/** A router, and the path that it is mounted at. */
export type Mounted = [path: string, router: Router];

function parseInput<D extends Declaration>(declared: D, req: Request): Omit<Input<D>, 'answer'> {
  const params = declared.params && safeParse(declared.params, req.params);
  if (params && !params.success) throw new NotFoundError();
  const input = {
    params: params?.data,
    query: declared.query && core.parse(declared.query, req.query),
    body: declared.body && core.parse(declared.body, req.body ?? {}),
    key: declared.key && core.parse(declared.key, req.get('Idempotency-Key')),
  };
  return input as unknown as Omit<Input<D>, 'answer'>;
}

/** @throws Error when the JSON that would be sent has another shape than the schema declares, or has more fields */
function assertDeclared(schema: Schema, answer: unknown, req: Request): void {
  const json: unknown = JSON.parse(JSON.stringify(answer) ?? 'null');
  const parsed = safeParse(schema, json);
  if (parsed.success && isDeepStrictEqual(parsed.data, json)) return;
  const faults = parsed.success
    ? ['it has fields that the schema does not declare']
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${sentence(issue)}`);
  throw new Error(
    `${req.method} ${req.baseUrl}${req.route.path} answers what it does not declare: ${faults.join('; ')}`,
  );
}
