import { isDeepStrictEqual } from 'node:util';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { core, safeParse } from 'zod/mini';
import { type Call, callFor, type PersonsCall } from '../call';
import type { Db } from '../database/db';
import type { AppDeps } from '../deps';
import { NotFoundError, sentence } from '../errors';
import type { Budget } from '../throttle';
import type { LightKind, Work, WorkKind } from '../work/kinds';
import { type FileAnswer, type SnapshotFile, sendFile } from './send-file';
import { type OnPhone, type SignedIn, signedIn, signedInOrPhone } from './session';

type Schema = core.$ZodType;
type Before = RequestHandler | ErrorRequestHandler;

const isErrorHandler = (handler: Before): handler is ErrorRequestHandler => handler.length === 4;
const isHandler = (handler: Before): handler is RequestHandler => !isErrorHandler(handler);

/** The inputs and answer of a route. A part without a schema is not handed to the handler. */
type Declaration = {
  body?: Schema;
  query?: Schema;
  params?: Schema;
  /** The `Idempotency-Key` header. */
  key?: Schema;
  /** The schema of the JSON answer, or 'file'; without it the answer is a 204. */
  answer?: Schema | 'file';
  /** The status of a JSON answer, or a function of the answer; 200 unless declared. */
  status?: 201 | 202 | ((answer: unknown) => 200 | 202);
  /** Middleware before the input is parsed, such as the parser of a body that is not JSON. */
  before?: Before[];
  /** The kind of turn that a light request waits for; 'other' unless declared. */
  turn?: LightKind;
  /** Heavy work of this kind, which its own process does. */
  work?: WorkKind | WorkOf;
  /** The budget that a signed-in holder's requests count towards. Lists and manual work count towards no budget. */
  budget?: Budget;
  /** Opens the route to a driver's own phone, or even to one that has ended; every other route refuses it (docs/product/phones.md#what-a-phone-may-do). */
  onPhone?: 'open' | 'even-ended';
};

/** Tells the kind of work by the fields of a body that is not checked yet. */
export type WorkOf = (body: Record<string, unknown>) => WorkKind;

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
/** The same of a route that a driver's own phone may use: the call names a person or a driver. */
type OfHolderOrDriver = Pick<SignedIn | OnPhone, 'holder' | 'driver' | 'sessionId' | 'deviceId'> & {
  call: Call;
  req: Request;
};
type Session<D> = D extends { onPhone: string } ? OfHolderOrDriver : OfHolder;
/** The input of any other handler; its database shows no rows until `asHolder` or `asService` says whose. */
type Anyone = { call: { db: Db; now: Date }; req: Request };

/**
 * Declares the routes of a feature. `get`, `post`, `put` and `remove` add one for a signed-in holder to `router`, behind requireHolder;
 * `route` and `publicRoute` make the handler alone. A body, query or key that its schema refuses is a ZodError (400); path
 * parameters that cannot name a row are a NotFoundError; with `checkAnswers`, an undeclared answer is an error (500) that names the field.
 */
export function routesOf(deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'work' | 'throttle'>) {
  const { db, clock, config, work, throttle } = deps;
  function sendJson({ answer: schema, status }: Declaration, answer: unknown, req: Request, res: Response) {
    if (!schema) return void res.status(204).end();
    if (config.checkAnswers) assertDeclared(schema as Schema, answer, req);
    res.status(typeof status === 'function' ? status(answer) : (status ?? 200)).json(answer);
  }

  const counted =
    (budget: Budget, handle: RequestHandler): RequestHandler =>
    async (req, res, next) => {
      const { id } = signedIn(res).holder;
      await inTurn(work?.turn(id, 'other'), () => throttle.spend(budget, id));
      return handle(req, res, next);
    };

  const route = <const D extends Declaration>(declared: D, handler: Handler<D, Session<D>, SnapshotFile>) => {
    const { work: kind, budget, onPhone } = declared;
    const answerHere: RequestHandler = async (req, res) => {
      const session = onPhone ? signedInOrPhone(res, { evenEnded: onPhone === 'even-ended' }) : signedIn(res);
      const { holder, userId = null, driver } = session;
      const call = callFor(db, { holderId: holder.id, userId, driverId: driver?.id, now: clock() });
      // a route that is closed to phones has a person, as its type says
      const input = {
        ...parseInput(declared, req),
        ...(session as SignedIn),
        call: call as PersonsCall,
        req,
      };
      const answer = await inTurn(work?.turn(holder.id, declared.turn ?? 'other'), () => handler(input));
      if (declared.answer === 'file') await sendFile(res, answer as SnapshotFile, call);
      else sendJson(declared, answer, req, res);
    };
    const handle =
      work && kind
        ? work.forward((req) => (typeof kind === 'function' ? kind(Object(req.body)) : kind))
        : answerHere;
    return budget ? counted(budget, handle) : handle;
  };

  const publicRoute =
    <const D extends Declaration>(declared: D, handler: Handler<D, Anyone, FileAnswer>): RequestHandler =>
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
  const adds =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    <const D extends Declaration>(
      path: string,
      declared: D,
      handler: Handler<D, Session<D>, SnapshotFile>,
    ) => {
      const { before = [] } = declared;
      // another process parses the body of work; only its errors are handled here
      const own = work && declared.work ? [] : before.filter(isHandler);
      router[method](path, own, route(declared, handler), before.filter(isErrorHandler));
    };
  const methods = { get: adds('get'), post: adds('post'), put: adds('put'), remove: adds('delete') };
  return { router, route, publicRoute, ...methods };
}

async function inTurn<T>(turn: ReturnType<Work['turn']> | undefined, handle: () => T | Promise<T>) {
  const end = await turn;
  try {
    return await handle();
  } finally {
    end?.();
  }
}

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
