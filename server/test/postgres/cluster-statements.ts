import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import type pg from 'pg';

const FIRST_TABLE = /\b(?:from|into|update)\s+"?(\w+)/i;
const LOCK = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b/i;
const OTHER_TABLE = /\bjoin\b|\bselect\b.*\bselect\b/is;
const SUBSELECT_RETURNED = /\breturning\b.*\bselect\b/is;
/** To a parameter, as the server's statements do; the test of the policies writes values. */
const HOLDER_SET = /\bset\b(?:(?!\b(?:from|where)\b).)*\bbea_holder_id"?\s*=\s*\$/is;

/**
 * Names why a Citus cluster refuses a statement on a holder's table: it locks rows and reads a second table, returns a subselect of the
 * rows that it changes, or sets their holder. @returns undefined for any other statement
 */
export function clusterRefusal(statement: string): string | undefined {
  const [, table = ''] = FIRST_TABLE.exec(statement) ?? [];
  if (ON_COORDINATOR.includes(table)) return undefined;
  if (LOCK.test(statement) && OTHER_TABLE.test(statement)) return 'It locks rows and reads a second table';
  if (SUBSELECT_RETURNED.test(statement)) return 'It returns a subselect of the rows that it changes';
  if (HOLDER_SET.test(statement)) return 'It sets the holder of rows';
  return undefined;
}

/** Has each statement of a connection fail that a cluster refuses, on whatever database the tests run. */
export function refuseAsCluster(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: string | { text: string }, ...rest: unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const refusal = clusterRefusal(text);
    if (refusal) throw new Error(`A Citus cluster refuses this statement. ${refusal}: ${text}`);
    return query(statement, ...rest);
  }) as typeof client.query;
}
