import pg from 'pg';
import { ConfigError } from '../../config';
import { codeOf, withAdvice } from '../errors';
import { TIMEOUTS } from './db';

/** The setting that the owner's address is from. */
const OWNERS = 'DATABASE_URL (MIGRATIONS_DATABASE_URL, where it is set)';

function adviceOn(error: unknown, variable: string): string {
  switch (codeOf(error)) {
    case '28P01':
      return `Check ${variable}: the user or the password in it is wrong.`;
    case '3D000':
      return `Create that database, or name another in ${variable}.`;
    default:
      return `Check ${variable}, and whether this PostgreSQL runs and lets this machine in.`;
  }
}

/** Connects once, besides the pools; the caller ends it. @param variable the setting of the address @throws ConfigError with advice */
export async function connectOnce(
  connectionString: string,
  variable = OWNERS,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionTimeoutMillis: TIMEOUTS.light.connect,
      ...options,
      connectionString,
    });
    // a connection that breaks is told by the next query
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new ConfigError(withAdvice(error, adviceOn(error, variable)).message);
  }
}
