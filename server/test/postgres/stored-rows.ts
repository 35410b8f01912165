import type { Db } from '../../lib/database/db';

/** Sessions move on at each request; the others have the rows of people who have not signed in yet. */
const NOBODYS = ['session', 'rate_limits', 'claims', 'passkey_challenges', 'mail_hold'];

/** Lists every row of one holder in every table, as text and in order. */
export type StoredRows = (of: { holder: string }) => Promise<string[]>;

/**
 * Finds out what tables there are.
 * @throws Error for a table of which nothing says whose its rows are
 */
export async function readStoredRows(db: Db): Promise<StoredRows> {
  const { rows: tables } = await db.$client.query<{ table: string; owned: boolean }>(
    `
    select t.table_name as table, exists (
      select from information_schema.columns c
      where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'bea_holder_id'
    ) as owned
    from information_schema.tables t
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and not t.table_name = any($1)`,
    [NOBODYS],
  );
  const selects = tables.map(({ table, owned }) => {
    const theirs = owned ? 'bea_holder_id = $1' : ownRow(table);
    return `select '${table} ' || to_jsonb(t)::text as row from "${table}" t where ${theirs}`;
  });
  const query = { name: 'stored_rows', text: `${selects.join(' union all ')} order by 1` };
  return async ({ holder }) => {
    const { rows } = await db.$client.query<{ row: string }>({ ...query, values: [holder] });
    return rows.map(({ row }) => row);
  };
}

function ownRow(table: string): string {
  if (table === 'bea_holders') return 'id = $1';
  throw new Error(`Whose are the rows of ${table}?`);
}
