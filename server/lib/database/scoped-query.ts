import pg from 'pg';

/** Whose rows a transaction sees, and the driver whose own phone asks, or the name of the token by which another program does. */
export type Scope = { holder: string; driver?: string | undefined; token?: string | undefined };

/** The settings of a scope, the holder's first. */
const settingsOf = (scope: Scope): [name: string, value: string][] =>
  Object.entries(scope).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[`app.${name}`, value]],
  );

/** The statements by which a transaction that has begun sees the rows of a scope until it ends. */
export const scopeTo = (scope: Scope) =>
  settingsOf(scope)
    .map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ');

/** Sets what it never finds null, and so answers no row. */
const setting = (name: string, at: number) => `set_config('${name}', $${at + 1}, true) is null`;
const PREPARED = { name: 'set_holder', text: `select where ${setting('app.holder', 0)}` };

export async function prepareScope(client: pg.ClientBase): Promise<void> {
  await client.query({ ...PREPARED, values: [''] });
}

/** The private parts of pg that this file uses; @types/pg leaves them out. */
type Wire = {
  parse(message: object): void;
  bind(message: object): void;
  execute(message: object): void;
  /** By name. */
  parsedStatements: Record<string, unknown>;
};
type WireQuery = pg.Submittable & {
  queryMode: string;
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
};
const WireQuery = pg.Query as unknown as new (config: unknown, values: unknown) => WireQuery;

/** A query before which its scope is set, in one group that PostgreSQL runs as one transaction, with no extra round trip. */
export class ScopedQuery extends WireQuery {
  #isSet = false;

  constructor(
    readonly scope: Scope,
    config: unknown,
    values: unknown,
  ) {
    super(config, values);
    // the simple protocol has no groups
    this.queryMode = 'extended';
  }

  override prepare(wire: Wire): void {
    const settings = settingsOf(this.scope);
    // behind a pooler nothing is prepared, and phones and programs ask too seldom
    const isPrepared = settings.length === 1 && PREPARED.name in wire.parsedStatements;
    const text = `select where ${settings.map(([name], at) => setting(name, at)).join(' or ')}`;
    if (!isPrepared) wire.parse({ text });
    const values = settings.map(([, value]) => value);
    wire.bind({ statement: isPrepared ? PREPARED.name : '', values, valueMapper: String });
    wire.execute({});
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isSet) super.handleCommandComplete(message, wire);
    this.#isSet = true;
  }
}
