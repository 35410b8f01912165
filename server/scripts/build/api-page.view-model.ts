import {
  CHANGED_MEANWHILE,
  NOT_BY_TOKEN,
  TOKEN_EXPIRED,
  TOKEN_READS_ONLY,
  TOKEN_UNKNOWN,
} from '@shared/errors';
import { formatCount } from '@shared/figures';
import { type PushedTrip, pushedTripSchema } from '@shared/trips/pushed-trips';
import { TRIP_KINDS, USUAL_KIND } from '@shared/trips/trip-kinds';
import * as z from 'zod';
import type { ApiPageProps } from '../../../client/src/features/api-page/api-page';
import { tokenBudget } from '../../features/tokens/token-limits';
import type { DeclaredRoute } from '../../lib/http/declaration';

/** What the page about the API says. @param address the server's own, which the commands ask */
export function viewApiPage(declared: readonly DeclaredRoute[], address: string): ApiPageProps {
  const opened = declared.flatMap((route) =>
    route.declared.token ? [{ ...route, scope: route.declared.token }] : [],
  );
  const budgets = new Set([tokenBudget, ...opened.flatMap(({ declared: { budget } }) => budget ?? [])]);
  return {
    commands: commandsAt(address),
    fields: fieldsOfPushedTrip(),
    calls: opened.map(({ method, path, scope, declared: { summary = '', query } }) => ({
      scope,
      method: method.toUpperCase(),
      path: path.replace(/:(\w+)/g, '{$1}'),
      summary,
      query: query ? Object.keys(describe(query).properties ?? {}) : [],
    })),
    errors: ERRORS,
    hourly: [...budgets].map(({ most, what }) => `${formatCount(most)} ${what}`),
  };
}

const describe = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const EXAMPLE = {
  driverAuthorityLicense: 'DA123456',
  datetime: '2026-07-01T08:15:00+10:00',
  suburb: 'Fortitude Valley',
  postcode: '4006',
  waitingTime: 5,
} satisfies z.input<typeof pushedTripSchema>;

function commandsAt(address: string): ApiPageProps['commands'] {
  const curl = (call: string, ...others: string[]) =>
    [`curl ${call}`, '-H "Authorization: Bearer $TRIP_LOG_TOKEN"', ...others].join(' \\\n  ');
  const body = JSON.stringify(EXAMPLE, null, 2).replaceAll('\n', '\n  ');
  return {
    logTrip: curl(
      `-X PUT "${address}/api/trips/by-reference/B-1042"`,
      '-H "Content-Type: application/json"',
      `-d '${body}'`,
    ),
    listTrips: curl(`"${address}/api/trips?startDate=2026-07-01&endDate=2026-07-31&limit=100"`),
    // its status is the scheduler's, and the answer says why
    importFile: curl(
      `--fail-with-body "${address}/api/imports/files?layout=trips&fileName=trips.csv"`,
      '-H "Content-Type: text/csv"',
      '--data-binary @trips.csv',
    ),
  };
}

const MEANINGS: Record<keyof PushedTrip, string> = {
  driverAuthorityLicense: 'The number of the driver’s authorisation, as Trip Log has it',
  datetime: 'When it began: an instant with an offset, such as 2026-07-01T08:15:00+10:00',
  suburb: 'The suburb where it began',
  postcode: 'The postcode where it began, 4 digits',
  waitingTime: 'Waiting time in whole minutes',
  duration: 'How long it took, in whole minutes',
  notes: 'Your own notes',
  kind: `How it came about: ${TRIP_KINDS.join(', ')}; ${USUAL_KIND} unless you say so`,
  vehicleRegistration: 'The registration of its vehicle; without it, the driver’s usual vehicle of that day',
  changedAt: 'When you changed it last. What comes with an earlier time than was stored changes nothing',
};

function fieldsOfPushedTrip(): ApiPageProps['fields'] {
  const { required = [] } = describe(pushedTripSchema);
  return Object.entries(MEANINGS).map(([name, meaning]) => ({
    name,
    isRequired: required.includes(name),
    meaning,
  }));
}

const ERRORS: ApiPageProps['errors'] = [
  { status: 400, code: 'validation', meaning: 'A field is missing or wrong. Mend it, then send it again.' },
  { status: 401, code: TOKEN_UNKNOWN, meaning: 'There is no such token, or it was revoked. Make another.' },
  { status: 401, code: TOKEN_EXPIRED, meaning: 'The last day of the token is over. Make another.' },
  { status: 403, code: TOKEN_READS_ONLY, meaning: 'The token may read only. Make one that logs trips.' },
  { status: 403, code: NOT_BY_TOKEN, meaning: 'No token may make this call.' },
  { status: 404, code: 'not-found', meaning: 'There is nothing of yours at this address.' },
  {
    status: 409,
    code: 'conflict',
    meaning: 'What is stored does not allow it. The message says what to do.',
  },
  { status: 409, code: CHANGED_MEANWHILE, meaning: 'Someone changed it meanwhile. Read it again.' },
  { status: 413, code: 'too-large', meaning: 'The body is too large. Split it.' },
  {
    status: 415,
    code: 'unsupported-media-type',
    meaning: 'The Content-Type is not one that the call takes.',
  },
  { status: 429, code: 'too-many', meaning: 'Too many calls. Wait for Retry-After, in seconds.' },
  { status: 500, code: 'internal', meaning: 'Something went wrong on our side. Send it again later.' },
  {
    status: 503,
    code: 'unavailable',
    meaning: 'The service is away for a moment. Wait for Retry-After, in seconds.',
  },
];
