import { formatDateTime } from '@shared/periods';
import type pg from 'pg';
import type { Config } from '../../config';
import type { Clock } from '../../lib/clock';
import { assertOwnConnection, connectOnce } from '../../lib/database/connect-once';
import { onlyRow, TIMEOUTS } from '../../lib/database/db';
import { describeRole } from '../../lib/database/migrate';
import { compareMigrations, describeUnknown } from '../../lib/database/migrations';
import { codeOf, withAdvice } from '../../lib/errors';

const OLDEST_POSTGRES = 14;
/** Clocks that are kept right by NTP differ by less than a second. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;
const TWO_ROLES = 'docs/operations.md#two-roles';

/** Connects once, with little patience for what is asked. */
export const connect = (connectionString: string, variable: string): Promise<pg.Client> =>
  connectOnce(connectionString, variable, { query_timeout: TIMEOUTS.light.statement });

async function ask<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  return onlyRow((await client.query<Row>(text)).rows);
}

export async function checkServer(client: pg.Client, url: string): Promise<string> {
  const { name, version, number } = await ask<{ name: string; version: string; number: number }>(
    client,
    `select current_database() as name, current_setting('server_version') as version,
      current_setting('server_version_num')::int as number`,
  );
  if (number < OLDEST_POSTGRES * 10_000)
    throw new Error(
      `It is PostgreSQL ${version}. Trip Log needs ${OLDEST_POSTGRES} or newer: upgrade it, or set DATABASE_URL to another.`,
    );
  return `PostgreSQL ${version}, database ${name} at ${new URL(url).host}`;
}

/** Checks that the service's role can do no more than it needs, and that row-level security keeps it to one holder's rows. */
export async function checkRole(client: pg.Client, url: string, { migrationsDatabaseUrl }: Config) {
  if (migrationsDatabaseUrl) {
    const owner = await connect(migrationsDatabaseUrl, 'MIGRATIONS_DATABASE_URL');
    await assertOwnConnection(owner, migrationsDatabaseUrl).finally(() => owner.end());
  }
  const { name, owns } = await describeRole(url);
  if (owns) {
    const remedy =
      migrationsDatabaseUrl && migrationsDatabaseUrl !== url
        ? 'Name another role in DATABASE_URL'
        : 'Make a role for the service alone, and name the owner in MIGRATIONS_DATABASE_URL';
    throw new Error(`${name} owns the tables and may do everything with them. ${remedy}: ${TWO_ROLES}`);
  }
  // row_security_active answers for the role that asks
  const { rows } = await client.query<{ table: string; bound: boolean }>(`
    select relname as table, row_security_active(oid) as bound from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and (relname = 'bea_holders' or exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'bea_holder_id' and not attisdropped))
    order by 1`);
  if (rows.length === 0)
    throw new Error(`${name} is not checked, because there are no tables yet. \`npm start\` makes them.`);
  const open = rows.filter(({ bound }) => !bound).map(({ table }) => table);
  if (open.length === rows.length)
    throw new Error(
      `${name} sees every holder's rows, because row-level security does not bind it. Take BYPASSRLS and the owner's role from it: ${TWO_ROLES}`,
    );
  if (open.length > 0)
    throw new Error(
      `Row-level security is off for ${open.join(', ')}. As the owner: alter table ${open[0]} enable row level security, and so on.`,
    );
  return `${name} owns no table, and row-level security keeps it to one holder's rows in ${rows.length} tables`;
}

export async function checkMigrations(client: pg.Client): Promise<string> {
  const compared = await compareMigrations(client).catch((error) => {
    const advice = 'Start Trip Log once with MIGRATIONS_DATABASE_URL, which grants what is missing.';
    throw codeOf(error) === '42501' ? withAdvice(error, advice) : error;
  });
  const { known, missing, isMigrated } = compared;
  const fault = describeUnknown(compared);
  if (fault) throw new Error(fault);
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${known.length} are missing. Start Trip Log, which applies them, with MIGRATIONS_DATABASE_URL where DATABASE_URL's role may not.`,
    );
  if (!isMigrated)
    throw new Error('The functions are those of another version. Start Trip Log, which replaces them.');
  return `all ${known.length} are applied, and no others`;
}

/** Says that mails are held, which is right in a copy, and forgotten in what was restored to be used. */
export async function describeHold(client: pg.Client): Promise<string> {
  // the tables of an older version have none
  const { there } = await ask<{ there: boolean }>(
    client,
    "select to_regclass('mail_hold') is not null as there",
  );
  if (!there) return '';
  const { rows } = await client.query<{ since: Date }>('select since from mail_hold');
  const [hold] = rows;
  return hold ? `. Mails are held since ${formatDateTime(hold.since)}: \`npm run mails\` lets them go` : '';
}

export async function checkClock(client: pg.Client, now: Clock): Promise<string> {
  const before = now().getTime();
  const { at } = await ask<{ at: Date }>(client, 'select clock_timestamp() as at');
  const after = now().getTime();
  const ahead = Math.max(before - at.getTime(), 0) || Math.min(after - at.getTime(), 0);
  const seconds = (Math.abs(ahead) / 1000).toLocaleString('en-AU', { maximumFractionDigits: 1 });
  if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_MS)
    throw new Error(
      `This machine's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's. Set both by NTP, such as with chrony or systemd-timesyncd.`,
    );
  return `this machine and the database agree within ${seconds} s`;
}
