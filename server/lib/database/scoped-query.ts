import pg from 'pg';

/** Whose rows a transaction sees, and the driver whose own phone asks, if one does. */
export type Scope = { holder: string; driver?: string | undefined };

const setTo = (setting: string, value: string) => `set local ${setting} = ${pg.escapeLiteral(value)}`;

/** The statements by which a transaction that has begun sees the rows of a scope until it ends. */
export const scopeTo = ({ holder, driver }: Scope) =>
  driver === undefined
    ? setTo('app.holder', holder)
    : `${setTo('app.holder', holder)}; ${setTo('app.driver', driver)}`;

/** Sets what it never finds null, and so answers no row. */
const PREPARED = { name: 'set_holder', text: "select where set_config('app.holder', $1, true) is null" };

/** The same for a driver's phone, which asks too seldom to have it prepared. */
const WITH_DRIVER = `${PREPARED.text} or set_config('app.driver', $2, true) is null`;

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
    const { holder, driver } = this.scope;
    // behind a pooler nothing is prepared
    const statement = driver === undefined && PREPARED.name in wire.parsedStatements ? PREPARED.name : '';
    if (!statement) wire.parse({ text: driver === undefined ? PREPARED.text : WITH_DRIVER });
    wire.bind({ statement, values: driver === undefined ? [holder] : [holder, driver], valueMapper: String });
    wire.execute({});
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isSet) super.handleCommandComplete(message, wire);
    this.#isSet = true;
  }
}
