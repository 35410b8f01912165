import { STATUS_CODES } from 'node:http';
import { core, safeParse } from 'zod/mini';
import type { DeclaredRoute, Example, FileKind, Schema } from '../declaration';
import { fileSchema, SPREADSHEET_TYPES } from '../spreadsheet-body';
import { REFUSALS, type RefusedStatus, refusalSchema, refusalsOf } from './refusals';

type Json = Record<string, unknown>;
type Content = Record<string, { schema: Json; example?: unknown }>;
type Ref = { $ref: string };
type Answered = { description: string; headers?: Record<string, Json | Ref>; content?: Content };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Json;
  example?: unknown;
};
export type Operation = {
  operationId: string;
  summary: string;
  tags: [string];
  /** Either of these is enough; an empty list lets anyone ask. A token's scope stands with `bearer` and `apiKey`. */
  security: { session?: []; bearer?: [string]; apiKey?: [string] }[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answered | Ref>;
};
export type ApiDescription = {
  openapi: string;
  info: Json;
  servers: [{ url: string }];
  /** By path, then by method. */
  paths: Record<string, Partial<Record<DeclaredRoute['method'], Operation>>>;
  components: Record<'schemas' | 'securitySchemes' | 'headers' | 'responses', Json>;
};

const MEDIA_TYPES: Record<FileKind, string> = {
  csv: 'text/csv',
  json: 'application/json',
  pdf: 'application/pdf',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};
const BYTES = { type: 'string', format: 'binary' };

/**
 * Describes the calls below `/api` for programs (OpenAPI 3.1), by the declarations that the routes themselves check requests and
 * answers with, so that it cannot say anything else than they do.
 * @param types the answers that are written once, with their names
 */
export function describeApi(
  routes: readonly DeclaredRoute[],
  types: core.$ZodRegistry<{ id: string }>,
): ApiDescription {
  const schemas: Json = {};
  const schemaOf: SchemaOf = (schema, io) => jsonSchemaOf(schema, io, { types, schemas });
  const paths: ApiDescription['paths'] = {};
  for (const route of routes.filter(({ path }) => path.startsWith('/api/'))) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route, schemaOf) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Trip Log',
      version: '1',
      description:
        'Logs the trips of a booking entity and reads them. Ids are opaque text, instants are ISO 8601 with an offset, days are those ' +
        'of Brisbane. A refusal is `{ message, code, details? }`. A server that is asked by a name that is not its own answers 421 to all; Node itself ' +
        'answers what is not HTTP (400, 408, 431), and an `Expect` that is not known (417).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'triplog.sid',
          description: 'A person who has signed in. Over https the name begins with `__Host-`.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'A token from Profile, Connections.' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same token, for programs that can only name a header of their own.',
        },
      },
      headers: {
        'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
        'WWW-Authenticate': { description: '`Bearer`, to a token.', schema: { type: 'string' } },
      },
      responses: Object.fromEntries(
        Object.values(REFUSALS).map((refusal) => [refusal.name, refused(refusal, schemaOf)]),
      ),
    },
  };
}

function operationOf(route: DeclaredRoute, schemaOf: SchemaOf): Operation {
  const { declared, isPublic } = route;
  const { token, body, example = {} } = declared;
  const parameters = parametersOf(route, example, schemaOf);
  return {
    operationId: operationIdOf(route),
    summary: declared.summary,
    tags: [route.path.split('/')[2] ?? ''],
    security: isPublic
      ? []
      : [
          { session: [] },
          ...(token ? [{ bearer: [token] as [string] }, { apiKey: [token] as [string] }] : []),
        ],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !safeParse(body, {}).success,
        content: bodyOf(schemaOf(body, 'input'), example.body),
      },
    }),
    responses: {
      ...answersOf(route, schemaOf),
      ...(route.method === 'get' && { 304: { description: 'As `If-None-Match` says that it is known.' } }),
      ...Object.fromEntries(refusalsOf(route).map((status) => [status, refOf(status)])),
    },
  };
}

/** `getTripsByIdChanges` of `GET /api/trips/:id/changes`. */
function operationIdOf({ method, path }: DeclaredRoute): string {
  const parts = path.split('/').slice(2);
  const words = parts.flatMap((part, index) => {
    const name = part.startsWith(':') ? `by-${part.slice(1)}` : part;
    // by-reference/:reference says it once
    return name === parts[index - 1] ? [] : name.split(/\W/);
  });
  return words.reduce((id, word) => id + word.charAt(0).toUpperCase() + word.slice(1), method as string);
}

function parametersOf(
  { declared: { params, query, key } }: DeclaredRoute,
  example: Example,
  schemaOf: SchemaOf,
): Parameter[] {
  const fieldsOf = (place: 'path' | 'query', schema: Schema | undefined): Parameter[] => {
    const { properties = {}, required = [] } = (schema ? schemaOf(schema, 'input') : {}) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: required.includes(name),
      schema,
      ...ifShown(shownAs(schema, example[place]?.[name])),
    }));
  };
  const header: Parameter[] = key
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: !safeParse(key, undefined).success,
          description:
            'A UUID of your own for this request: sent again, it is answered the same and stored once.',
          schema: schemaOf(key, 'input'),
        },
      ]
    : [];
  return [...fieldsOf('path', params), ...fieldsOf('query', query), ...header];
}

/** A body is JSON, a spreadsheet, or either. */
function bodyOf(schema: Json, example: unknown): Content {
  const either = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [schema];
  const json = either.filter((one) => one.format !== 'binary');
  const isFile = json.length < either.length;
  return {
    ...(isFile && Object.fromEntries(SPREADSHEET_TYPES.map((type) => [type, { schema: BYTES }]))),
    ...(json.length > 0 && {
      'application/json': { schema: isFile && json[0] ? json[0] : schema, ...ifShown(example) },
    }),
  };
}

function answersOf({ declared }: DeclaredRoute, schemaOf: SchemaOf): Record<string, Answered> {
  const { answer, status, files = [], example } = declared;
  if (!answer) return { 204: { description: 'Done.' } };
  if (answer === 'file') {
    const content = files.map((kind) => [
      MEDIA_TYPES[kind],
      kind === 'json' ? { schema: {}, ...ifShown(example?.answer) } : { schema: BYTES },
    ]);
    return { 200: { description: 'OK', content: Object.fromEntries(content) } };
  }
  const content = { 'application/json': { schema: schemaOf(answer, 'output'), ...ifShown(example?.answer) } };
  const statuses = typeof status === 'object' ? status.of : [status ?? 200];
  return Object.fromEntries(
    statuses.map((status) => [status, { description: STATUS_CODES[status] ?? '', content }]),
  );
}

const refOf = (status: RefusedStatus): Ref => ({ $ref: `#/components/responses/${REFUSALS[status].name}` });

function refused(refusal: (typeof REFUSALS)[RefusedStatus], schemaOf: SchemaOf): Answered {
  const { when, headers = [] }: { when: string; headers?: readonly string[] } = refusal;
  return {
    description: when,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content: { 'application/json': { schema: schemaOf(refusalSchema(refusal), 'output') } },
  };
}

const shownAs = ({ type }: Json, text: string | undefined) =>
  type === 'integer' && text !== undefined ? Number(text) : text;
const ifShown = (example: unknown) => (example === undefined ? {} : { example });

type SchemaOf = (schema: Schema, io: 'input' | 'output') => Json;
type Named = { types: core.$ZodRegistry<{ id: string }>; schemas: Json };

/** The JSON Schema of a request's part as it is sent, or of an answer, whose named types are added to `schemas`. */
function jsonSchemaOf(schema: Schema, io: 'input' | 'output', { types, schemas }: Named): Json {
  const described = core.toJSONSchema(schema, {
    io,
    // what is sent may differ from what is answered under the same name
    ...(io === 'output' && { metadata: types }),
    override({ zodSchema, jsonSchema }) {
      if ((zodSchema as Schema) === fileSchema) Object.assign(jsonSchema, BYTES);
      // a format says in a word what zod's own pattern says in 300 characters
      if (jsonSchema.format && jsonSchema.format !== 'binary') delete jsonSchema.pattern;
      // a number in a query, which is text before it is read
      if (jsonSchema.pattern === '^\\d{1,10}$') {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'integer', minimum: 0 });
      }
      // an instant of this century
      const [instant, century] = jsonSchema.allOf ?? [];
      if (instant?.pattern?.includes('T(?:') && century?.pattern === '^20\\d\\d-') {
        delete jsonSchema.allOf;
        Object.assign(jsonSchema, { format: 'date-time', pattern: century.pattern });
      }
      // fields whose names are known
      const { propertyNames, required, additionalProperties: field = {} } = jsonSchema;
      if (propertyNames && required) {
        delete jsonSchema.propertyNames;
        const properties = Object.fromEntries(required.map((name) => [name, field]));
        Object.assign(jsonSchema, { properties, additionalProperties: false });
      }
    },
    // custom types are described above
    unrepresentable: 'any',
  });
  const text = JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs = {}, ...whole } = JSON.parse(text);
  Object.assign(schemas, $defs);
  return whole;
}
