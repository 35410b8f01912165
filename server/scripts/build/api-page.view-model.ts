import { TOKEN_SCOPES } from '@shared/api/tokens';
import {
  ACCOUNT_INACTIVE,
  CHANGED_MEANWHILE,
  NOT_BY_TOKEN,
  TOKEN_EXPIRED,
  TOKEN_READS_ONLY,
  TOKEN_UNKNOWN,
} from '@shared/errors';
import type { PushedTrip } from '@shared/trips/pushed-trips';
import { TRIP_KINDS, USUAL_KIND } from '@shared/trips/trip-kinds';
import type { ApiPageProps } from '../../../client/src/features/api-page/api-page';
import { documentBudget } from '../../features/reports/document-limits';
import { tokenBudget } from '../../features/tokens/token-limits';
import { exportBudget } from '../../features/trips/export-limits';
import { importBudget } from '../../features/trips/import-limits';
import type { ApiDescription, Operation } from '../../lib/http/openapi/describe-api';
import { KEY_REUSED } from '../../lib/idempotency';

/** What the page about the API says. @param address the server's own, which the commands ask */
export function viewApiPage(api: ApiDescription, address: string): ApiPageProps {
  const calls = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security, summary, parameters = [] }]) => {
      const scope = TOKEN_SCOPES.find((scope) => security.some(({ bearer }) => bearer?.includes(scope)));
      const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      return scope ? [{ scope, method: method.toUpperCase(), path, summary, query }] : [];
    }),
  );
  return {
    commands: commandsOf(api, address),
    answers: {
      logTrip: answerOf(api.paths[BY_REFERENCE]?.put),
      importFile: answerOf(api.paths[FILES]?.post),
    },
    fields: fieldsOf(jsonBodyOf(api.paths[BY_REFERENCE]?.put).schema),
    calls,
    errors: ERRORS,
    hourly: {
      calls: tokenBudget.most,
      files: importBudget.most,
      exports: exportBudget.most,
      annualFigures: documentBudget.most,
    },
  };
}

const BY_REFERENCE = '/api/trips/by-reference/{reference}';
const FILES = '/api/imports/files';

function commandsOf({ paths }: ApiDescription, address: string): ApiPageProps['commands'] {
  const curl = (call: string, ...others: string[]) =>
    [`curl ${call}`, '-H "Authorization: Bearer $TRIP_LOG_TOKEN"', ...others].join(' \\\n  ');
  const addressOf = (path: string, operation: Operation | undefined) =>
    `"${address}${exampleOf(path, operation)}"`;
  const logTrip = paths[BY_REFERENCE]?.put;
  const trip = JSON.stringify(jsonBodyOf(logTrip).example, null, 2).replaceAll('\n', '\n  ');
  return {
    logTrip: curl(
      `-X PUT ${addressOf(BY_REFERENCE, logTrip)}`,
      '-H "Content-Type: application/json"',
      `-d '${trip}'`,
    ),
    listTrips: curl(addressOf('/api/trips', paths['/api/trips']?.get)),
    // a scheduler learns by its status whether it worked
    importFile: curl(
      `--fail-with-body ${addressOf(FILES, paths[FILES]?.post)}`,
      '-H "Content-Type: text/csv"',
      '--data-binary @trips.csv',
    ),
  };
}

/** The path and query of a call with the examples of its parameters. */
function exampleOf(path: string, operation: Operation | undefined): string {
  const shown = operation?.parameters?.filter(({ example }) => example !== undefined) ?? [];
  const query = shown
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => [name, String(example)]);
  const filled = shown.reduce(
    (filled, { name, example }) => filled.replace(`{${name}}`, String(example)),
    path,
  );
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
}

const jsonBodyOf = (operation: Operation | undefined) =>
  operation?.requestBody?.content['application/json'] ?? { schema: {}, example: undefined };

function answerOf(operation: Operation | undefined): string {
  const answer = operation?.responses[200];
  const content = answer && 'content' in answer ? answer.content : undefined;
  return JSON.stringify(content?.['application/json']?.example, null, 2);
}

const MEANINGS: Record<keyof PushedTrip, string> = {
  driverAuthorityLicense: 'The number of the driver’s authorisation, as Trip Log has it',
  datetime: 'When the trip began, with an offset, such as 2026-07-01T08:15:00+10:00',
  suburb: 'The suburb where it began',
  postcode: 'The postcode where it began, as text of 4 digits',
  waitingTime: 'How long the driver waited, in whole minutes; 0 for no wait',
  duration: 'How long the trip took, in whole minutes',
  notes: 'Your own notes',
  kind: `${TRIP_KINDS.join(', ')} (driven for another booking entity); ${USUAL_KIND} unless you send another`,
  vehicleRegistration: 'The registration of the vehicle; without it, the driver’s usual vehicle of that day',
  changedAt:
    'When your system changed the trip last. Trip Log ignores a request whose time is earlier than one that it has had',
};

function fieldsOf(body: {
  required?: string[];
  properties?: Record<string, unknown>;
}): ApiPageProps['fields'] {
  const { required = [], properties = {} } = body;
  return Object.entries(MEANINGS).map(([name, meaning]) => {
    const schema = JSON.stringify(properties[name]) ?? '';
    // a pattern allows no long text anyway
    const [, most] = schema.includes('"pattern"') ? [] : (/"maxLength":(\d+)/.exec(schema) ?? []);
    return {
      name,
      isRequired: required.includes(name),
      meaning: most ? `${meaning}. At most ${most} characters` : meaning,
    };
  });
}

const ERRORS: ApiPageProps['errors'] = [
  { status: 400, code: 'validation', meaning: 'A field is missing or wrong. Mend it, then send it again.' },
  { status: 400, code: 'malformed', meaning: 'The address or the JSON cannot be read.' },
  {
    status: 401,
    code: 'unauthorised',
    meaning: 'The call has no token. Send it as Authorization: Bearer tlp_…, or as X-API-Key.',
  },
  { status: 401, code: TOKEN_UNKNOWN, meaning: 'There is no such token, or it was revoked. Make another.' },
  { status: 401, code: TOKEN_EXPIRED, meaning: 'The last day of the token is over. Make another.' },
  { status: 403, code: TOKEN_READS_ONLY, meaning: 'The token may read only. Make one that logs trips.' },
  { status: 403, code: NOT_BY_TOKEN, meaning: 'No token may make this call.' },
  { status: 403, code: ACCOUNT_INACTIVE, meaning: 'Your company’s account is not active.' },
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
    meaning: 'Send Content-Type: application/json, or with a file text/csv or application/octet-stream.',
  },
  {
    status: 422,
    code: KEY_REUSED,
    meaning: 'The Idempotency-Key was used for another request. Make a new one.',
  },
  { status: 429, code: 'too-many', meaning: 'Too many calls. Wait for Retry-After, in seconds.' },
  { status: 500, code: 'internal', meaning: 'Something went wrong on our side. Send it again later.' },
  {
    status: 503,
    code: 'unavailable',
    meaning: 'The service is away for a moment. Wait for Retry-After, in seconds.',
  },
  {
    status: 507,
    code: 'disk-full',
    meaning: 'The server has no room, and nothing was stored. Wait for Retry-After.',
  },
];
