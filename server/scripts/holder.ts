import { parseArgs } from 'node:util';
import { createHolderSchema } from '@shared/holders';
import { safeParse } from 'zod/mini';
import { loadConfig } from '../config';
import { insertHolder } from '../features/holders/holders.repository';
import { recordChange } from '../lib/audit';
import { asService } from '../lib/database/isolation';
import { openInstallation } from '../lib/installation';

const usage = `Registers a holder, for an installation with SELF_REGISTRATION=off:

  npm run holder -- --bea-number 12345 --name "Mary Smith" --company "Smith Cars" --email mary@example.com --phone "07 3000 0000"`;

const names = ['bea-number', 'name', 'company', 'email', 'phone'] as const;
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
const { values } = parseArgs({ options });
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

const { deps, close } = await openInstallation(loadConfig());
const now = deps.clock();
const holder = await asService(deps.db).transaction(async (tx) => {
  const registered = await insertHolder(tx, input.data, now);
  if (!registered) return undefined;
  const call = { db: tx, holderId: registered.id, userId: null, now };
  await recordChange(call, 'holder', undefined, registered);
  return registered;
});
await close();
console.log(holder ? `Registered ${holder.beaNumber}.` : 'This BEA Number is already registered.');
process.exit(holder ? 0 : 1);
