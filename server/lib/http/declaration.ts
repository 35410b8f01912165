import type { TokenScope } from '@shared/api/tokens';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { core } from 'zod/mini';
import type { Budget } from '../throttle';
import type { LightKind, WorkKind } from '../work/kinds';

export type Schema = core.$ZodType;
export type Before = RequestHandler | ErrorRequestHandler;

/** Who may use a route besides the people who sign in. */
export type Opened = {
  /** A driver's own phone, or even one that has ended (docs/product/phones.md#what-a-phone-may-do). */
  onPhone?: 'open' | 'even-ended';
  /** Why a demo may not (docs/product/demo.md#what-is-switched-off). */
  offInDemo?: string;
  /** A token, of this scope or one that includes it (docs/product/api.md#scopes). */
  token?: TokenScope;
};

/** The inputs and answer of a route. A part without a schema is not handed to the handler. */
export type Declaration = Opened & {
  /** What it does, in a few words: "Logs a trip". */
  summary: string;
  body?: Schema;
  query?: Schema;
  params?: Schema;
  /** The `Idempotency-Key` header. */
  key?: Schema;
  /** The schema of the JSON answer, or 'file'; without it the answer is a 204. */
  answer?: Schema | 'file';
  /** What kinds of file it may be. */
  files?: readonly FileKind[];
  /** Statuses of refusals besides those that the other parts tell (openapi/refusals.ts). */
  refusals?: readonly number[];
  /** A request and its answer, for the description of the API. */
  example?: Example;
  /** The status of a JSON answer, or a choice by the answer; 200 unless declared. */
  status?: 201 | 202 | StatusChoice;
  /** Middleware before the input is parsed, such as the parser of a body that is not JSON. */
  before?: readonly Before[];
  /** The kind of turn that a light request waits for; 'other' unless declared. */
  turn?: LightKind;
  /** Heavy work of this kind, which its own process does. */
  work?: WorkKind | WorkOf;
  /** The budget that a signed-in holder's requests count towards. Lists and manual work count towards no budget. */
  budget?: Budget;
};

/** `of` says in the description of the API what `choose` may answer. */
export type StatusChoice = { of: readonly [200, 201 | 202]; choose: (answer: unknown) => 200 | 201 | 202 };

/** By the ending of its name. */
export type FileKind = 'csv' | 'json' | 'pdf' | 'txt' | 'xlsx' | 'zip';

export type Example = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  answer?: unknown;
};

/** A route as it was declared, for the description of the API: its path as Express has it. */
export type DeclaredRoute = {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  /** Whether anyone may ask, or who is signed in. */
  isPublic: boolean;
  declared: Declaration;
};

/** Tells the kind of work by the fields of a body that is not checked yet. */
export type WorkOf = (body: Record<string, unknown>) => WorkKind;
