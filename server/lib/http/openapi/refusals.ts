import {
  ACCOUNT_INACTIVE,
  changedMeanwhileSchema,
  DRIVEN_BEFORE,
  driverRemovedSchema,
  errorAnswerSchema,
  NOT_BY_TOKEN,
  NOT_IN_DEMO,
  NOT_ON_A_PHONE,
  OFFICE_ONLY,
  PERSON_REMOVED,
  PHONE_ENDED,
  RECENT_SIGN_IN_NEEDED,
  TOKEN_EXPIRED,
  TOKEN_READS_ONLY,
  TOKEN_UNKNOWN,
  WAITING_FOR_APPROVAL,
} from '@shared/errors';
import * as z from 'zod/mini';
import { KEY_REUSED } from '../../idempotency';
import type { DeclaredRoute } from '../declaration';

type Refusal = {
  name: string;
  when: string;
  codes: readonly [string, ...string[]];
  headers?: readonly ('Retry-After' | 'WWW-Authenticate')[];
  /** Answers with more fields, by their codes. */
  others?: readonly z.ZodMiniType[];
};

/** What a request may be refused with, by status (docs/product/rules.md#errors). Each code is here once. */
export const REFUSALS = {
  400: {
    name: 'Invalid',
    when: 'The request is not valid. `message` is the first fault, `details` names the field of each.',
    codes: ['validation', 'malformed', 'wrong-code'],
  },
  401: {
    name: 'Unauthorised',
    when: 'No session and no token, or one that has ended.',
    codes: ['unauthorised', TOKEN_UNKNOWN, TOKEN_EXPIRED, PHONE_ENDED, PERSON_REMOVED, 'wrong-code'],
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    when: 'Who asks may not do this, or not this way.',
    codes: [
      'forbidden',
      NOT_BY_TOKEN,
      TOKEN_READS_ONLY,
      NOT_ON_A_PHONE,
      NOT_IN_DEMO,
      OFFICE_ONLY,
      RECENT_SIGN_IN_NEEDED,
      ACCOUNT_INACTIVE,
      WAITING_FOR_APPROVAL,
      'https-only',
    ],
  },
  404: { name: 'NotFound', when: "There is no such thing, or it is another holder's.", codes: ['not-found'] },
  409: {
    name: 'Conflict',
    when: 'It is stored already, was changed meanwhile, or is as many as there can be.',
    codes: ['conflict', 'limit-reached', DRIVEN_BEFORE, 'no-passkeys-here'],
    others: [changedMeanwhileSchema, driverRemovedSchema],
  },
  413: { name: 'TooLarge', when: 'The body is too large.', codes: ['too-large'] },
  415: { name: 'WrongType', when: 'The body is of another type.', codes: ['unsupported-media-type'] },
  422: {
    name: 'Unprocessable',
    when: 'The `Idempotency-Key` was used for another request, or the form has no room for a text.',
    codes: [KEY_REUSED, 'form-too-long'],
  },
  429: {
    name: 'TooMany',
    when: 'Too many requests. `Retry-After` says for how many seconds to wait.',
    codes: ['too-many'],
    headers: ['Retry-After'],
  },
  500: { name: 'Failed', when: 'Something went wrong on our side.', codes: ['internal', 'damaged'] },
  503: {
    name: 'Unavailable',
    when: 'The service is busy or briefly away. `Retry-After` says for how many seconds to wait.',
    codes: ['unavailable', 'busy', 'too-slow'],
    headers: ['Retry-After'],
  },
  507: {
    name: 'DiskFull',
    when: 'A disk of the server is full, and nothing was stored.',
    codes: ['disk-full'],
    headers: ['Retry-After'],
  },
} as const satisfies Record<number, Refusal>;

export type RefusedStatus = keyof typeof REFUSALS;

/** The statuses that a route may refuse a request with, as its declaration tells. */
export function refusalsOf({ method, isPublic, declared }: DeclaredRoute): RefusedStatus[] {
  const { params, query, body, key, refusals = [] } = declared;
  const isChange = method !== 'get';
  const statuses: [RefusedStatus, unknown][] = [
    [400, true],
    [401, !isPublic || isChange],
    [403, !isPublic || isChange],
    [404, params || query || body],
    [409, isChange],
    [413, body],
    [415, body],
    [422, key],
    [429, true],
    [500, true],
    [503, true],
    [507, true],
  ];
  return statuses.flatMap(([status, may]) => (may || refusals.includes(status) ? [status] : []));
}

/** The schema of a refusal's body. */
export function refusalSchema({ codes, others = [] }: Refusal): z.ZodMiniType {
  const plain = z.extend(errorAnswerSchema, { code: z.enum(codes) });
  return others.length > 0 ? z.union([plain, ...others]) : plain;
}
