import fc from 'fast-check';
import * as z from 'zod';
import type { ApiDescription, Operation } from '../../lib/http/openapi/describe-api';
import { encode, type HttpAnswer, type HttpRequest } from './http-requests';

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
};

/** A call of the description: where, and its operation. */
export type DescribedCall = { method: string; path: string; operation: Operation };

export const callsOf = ({ paths }: ApiDescription): DescribedCall[] =>
  Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

/** Stands for an id of the holder who asks, in a generated request. */
const idOf = (kind: string) => `own-id-of-${kind}`;
export const withIds = (text: string, ids: Record<string, string>): string =>
  text.replace(/own-id-of-(\w+)/g, (whole, kind: string) => ids[kind] ?? whole);

const day = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid({ version: 4 }),
  'date-time': day,
  date: day.map((text) => text.slice(0, 10)),
  email: fc.constantFrom('amy@example.org', 'b.c@example.com'),
  uri: fc.webUrl(),
};

function textOf({
  format,
  pattern,
  allOf = [],
  minLength = 0,
  maxLength = 40,
}: Schema): fc.Arbitrary<string> {
  const known = formats[format ?? ''];
  if (known) return known;
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  // an instant or a day of this century
  if (patterns.includes('^20\\d\\d-'))
    return fc.oneof(
      day,
      day.map((text) => text.slice(0, 10)),
    );
  if (patterns[0] && !/\\0|\(\?[!=<]/.test(patterns[0])) return fc.stringMatching(new RegExp(patterns[0]));
  const plain = fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 40)),
    unit: 'grapheme',
  });
  // what PostgreSQL cannot store
  const awkward = ['\0', 'a\0b', '\ud800', '\u200b', ' '].filter((text) => text.length >= minLength);
  return awkward.length > 0 ? fc.oneof({ weight: 2, arbitrary: plain }, fc.constantFrom(...awkward)) : plain;
}

/** Values that a schema of the description allows. @param kinds of the ids that fields named for ids may have */
function anyOfSchema(schema: Schema, kinds: readonly string[], name = ''): fc.Arbitrary<unknown> {
  const { type, enum: choices, anyOf, oneOf, items = {}, properties = {}, required = [] } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (choices) return fc.constantFrom(...choices);
  const either =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ ...schema, type: one })) : undefined);
  if (either) return fc.oneof(...either.map((one) => anyOfSchema(one, kinds, name)));
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number')
    return fc.integer({ min: schema.minimum ?? -3, max: Math.min(schema.maximum ?? 5000, 1e9) });
  if (type === 'array')
    return fc.array(anyOfSchema(items, kinds, name), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
  if (type === 'string') {
    const ofKind = kinds.map(idOf);
    return /id$|ids$|^entry$|^phone$/i.test(name) && ofKind.length > 0
      ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ofKind) }, textOf(schema))
      : textOf(schema);
  }
  if (type !== 'object') return fc.jsonValue({ maxDepth: 1 });
  const fields = Object.entries(properties).map(([field, of]) => [field, anyOfSchema(of, kinds, field)]);
  const others =
    typeof schema.additionalProperties === 'object' && fields.length === 0
      ? fc.dictionary(fc.string({ maxLength: 10 }), anyOfSchema(schema.additionalProperties, kinds), {
          maxKeys: 2,
        })
      : fc.constant({});
  return fc
    .tuple(fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] }), others)
    .map(([own, more]) => ({ ...more, ...own }));
}

const spreadsheet = fc.constantFrom(
  '',
  'Driver,Date\r\nAmy,20/11/2026\r\n',
  'a;b\n1;2',
  'PK\x03\x04',
  '\ufeff',
);

/** A request as the description allows it: its path, query and headers, and its body. */
export function requestOf(call: DescribedCall, kinds: readonly string[]): fc.Arbitrary<HttpRequest> {
  const { parameters = [], requestBody } = call.operation;
  const of = (place: string) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    const values = own.map(({ name, schema }) => [name, anyOfSchema(schema as Schema, kinds, name)]);
    const requiredKeys = own.flatMap(({ name, required }) => (required ? [name] : []));
    return fc.record(Object.fromEntries(values), { requiredKeys }) as fc.Arbitrary<Record<string, unknown>>;
  };
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    (schema.format === 'binary'
      ? spreadsheet
      : anyOfSchema(schema as Schema, kinds).map((value) => JSON.stringify(value))
    ).map((body) => ({ type, body })),
  );
  const none = fc.constant(undefined);
  const body: fc.Arbitrary<{ type: string; body: string } | undefined> =
    bodies.length === 0 ? none : fc.oneof(...bodies, ...(requestBody?.required ? [] : [none]));
  return fc
    .tuple(of('path'), of('query'), of('header'), body, fc.nat(9))
    .map(([path, query, headers, sent, n]): HttpRequest => {
      const isKnown = n === 0;
      const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(path[name])));
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(String(value))}`);
      return {
        method: call.method,
        target: [filled, ...(pairs.length > 0 ? [pairs.join('&')] : [])].join('?'),
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          ...(isKnown && call.method === 'GET' && { 'If-None-Match': '*' }),
          ...(sent && { 'Content-Type': sent.type }),
        },
        body: sent?.body,
      };
    });
}

const schemas = new Map<unknown, z.ZodType>();
/** Reads what a schema of the description says, with the types that it names. */
export function parserOf(schema: Record<string, unknown>, { components }: ApiDescription): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: components.schemas });
  const known =
    schemas.get(schema) ??
    z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')));
  schemas.set(schema, known);
  return known;
}

type Answered = { content?: Record<string, { schema: Record<string, unknown> }> };

/** What of an answer the description does not declare; undefined where it declares all. */
export function undeclaredIn(
  api: ApiDescription,
  { operation }: DescribedCall,
  { status, headers, body }: HttpAnswer,
): string | undefined {
  const declared = operation.responses[status];
  if (!declared) return `has the undeclared status ${status}: ${body.toString().slice(0, 200)}`;
  const { content } = (
    '$ref' in declared ? api.components.responses[declared.$ref.replace(/.*\//, '')] : declared
  ) as Answered;
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '');
  if (!content) return body.length > 0 ? `has an undeclared body: ${body}` : undefined;
  const found = content[type];
  if (!found) return `has the undeclared type ${type}`;
  if (type !== 'application/json') return undefined;
  const { success, error } = parserOf(found.schema, api).safeParse(JSON.parse(body.toString()));
  return success ? undefined : `${status} has an undeclared body: ${error} ${body.toString().slice(0, 300)}`;
}
