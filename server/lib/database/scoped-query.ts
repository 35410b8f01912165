import pg from 'pg';

/** The statement by which a transaction that has begun sees a holder's rows until it ends. */
export const scopeTo = (scope: string) => `set local app.holder = ${pg.escapeLiteral(scope)}`;

/** Sets what it never finds null, and so answers no row. */
const PREPARED = { name: 'set_holder', text: "select where set_config('app.holder', $1, true) is null" };

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

/** A query before which `app.holder` is set, in one group that PostgreSQL runs as one transaction, with no extra round trip. */
export class ScopedQuery extends WireQuery {
  #isSet = false;

  constructor(
    readonly scope: string,
    config: unknown,
    values: unknown,
  ) {
    super(config, values);
    // the simple protocol has no groups
    this.queryMode = 'extended';
  }

  override prepare(wire: Wire): void {
    // behind a pooler nothing is prepared
    const statement = PREPARED.name in wire.parsedStatements ? PREPARED.name : '';
    if (!statement) wire.parse({ text: PREPARED.text });
    wire.bind({ statement, values: [this.scope], valueMapper: String });
    wire.execute({});
    super.prepare(wire);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isSet) super.handleCommandComplete(message, wire);
    this.#isSet = true;
  }
}
