import pg from 'pg';
import { connectOnce } from './connect-once';
import { onlyRow } from './db';

/**
 * Lets a role do what the service does, and nothing else: it reads and changes rows, and of the audit trail and the kept documents it
 * only reads and adds them. The same at each call; `owner` is the role that ran the migrations.
 */
export async function grantToApp(owner: pg.ClientBase, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  // one message is one transaction: no one sees the role without its grants
  await owner.query(`
    revoke create on schema public from public;
    revoke all on all tables in schema public, drizzle from ${app};
    grant usage on schema public, drizzle to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    revoke update, delete on audit_events, lodged_documents from ${app};
    grant usage on all sequences in schema public to ${app};
    grant select on drizzle.__drizzle_migrations to ${app};`);
  const { rows } = await owner.query(
    `select current_setting('server_version_num')::int >= 170000 as knows_maintain`,
  );
  // else autovacuum brings the statistics up to date, a minute later
  if (rows[0]?.knows_maintain) await owner.query(`grant maintain on trips to ${app}`);
}

type Role = {
  name: string;
  /** Whether it could do more than `grantToApp` lets it: it owns tables, or is a superuser. */
  owns: boolean;
  /** Whether policies keep it to one holder's rows: else it owns tables, by a role that it is a member of too, or may pass policies. */
  isBound: boolean;
};

/** The role of an address. */
export async function describeRole(connectionString: string): Promise<Role> {
  const client = await connectOnce(connectionString, 'DATABASE_URL');
  try {
    const { rows } = await client.query<Role>(`
      select rolname as name, rolsuper or exists (
        select from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace
      ) as owns, not rolbypassrls and not exists (
        select from pg_class where pg_has_role(relowner, 'member') and relnamespace = 'public'::regnamespace
      ) as "isBound"
      from pg_roles where rolname = current_user`);
    return onlyRow(rows);
  } finally {
    await client.end();
  }
}
