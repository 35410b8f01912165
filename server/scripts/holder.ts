import { parseArgs } from 'node:util';
import { createHolderSchema } from '@shared/holders';
import { safeParse } from 'zod/mini';
import { loadConfig } from '../config';
import { insertHolder } from '../features/holders/holders.repository';
import { changesBetween, recordAuditEvent } from '../lib/audit';
import { systemClock } from '../lib/clock';
import { connectDatabase, migrateDatabase } from '../lib/database/db';
import { openDatabase } from '../lib/database/open-database';

const usage = `Registers a holder, for an installation with SELF_REGISTRATION=off:

  npm run holder -- --bea-number 12345 --name "Mary Smith" --company "Smith Cars" --email mary@example.com --phone "07 3000 0000"`;

const { values } = parseArgs({
  options: {
    'bea-number': { type: 'string' },
    name: { type: 'string' },
    company: { type: 'string' },
    email: { type: 'string' },
    phone: { type: 'string' },
  },
});
const input = safeParse(createHolderSchema, {
  beaNumber: values['bea-number'],
  holderName: values.name,
  companyName: values.company,
  contactEmail: values.email,
  contactPhone: values.phone,
});
if (!input.success) {
  console.error(`${input.error.issues.map((issue) => issue.message).join('\n')}\n\n${usage}`);
  process.exit(1);
}

const config = loadConfig();
const database = await openDatabase(config);
await migrateDatabase(database.url, 'migrations');
const db = connectDatabase(database.url, console.error);
const now = systemClock();
const holder = await db.transaction(async (tx) => {
  const registered = await insertHolder(tx, input.data, now);
  if (!registered) return undefined;
  const { id } = registered;
  await recordAuditEvent(
    tx,
    { holderId: id, userId: null },
    {
      entity: 'holder',
      entityId: id,
      action: 'created',
      changes: changesBetween(undefined, registered),
      at: now,
    },
  );
  return registered;
});
await db.$client.end();
await database.release();
console.log(holder ? `Registered ${holder.beaNumber}.` : 'This BEA Number is already registered.');
process.exit(holder ? 0 : 1);
