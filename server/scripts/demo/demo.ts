import { formatCount } from '@shared/figures';
import { beaHolders } from '@shared/tables/holders';
import { like } from 'drizzle-orm';
import { endInWords, loadConfig } from '../../config';
import { TIMEOUTS } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { openInstallation } from '../../lib/installation';
import { insertDemoHolder } from './demo-data';

const tripCount = Number(process.argv[2] ?? 5000);
if (!Number.isInteger(tripCount) || tripCount < 1) {
  console.error('Usage: npm run demo -- [number of trips, 5000 if not given]');
  process.exit(1);
}

process.once('uncaughtException', (error) => endInWords(error));
const config = loadConfig();
const { deps, close } = await openInstallation(config, { timeouts: TIMEOUTS.heavy });
const holder = await asService(deps.db).transaction(async (tx) => {
  const earlier = await tx.$count(beaHolders, like(beaHolders.beaNumber, '9900__'));
  const beaNumber = String(990_001 + earlier);
  const details = { beaNumber, tradingName: 'River City Cars', contactEmail: 'demo@example.com' };
  const driverCount = Math.min(40, Math.max(8, Math.round(tripCount / 1000)));
  return insertDemoHolder(tx, details, { tripCount, driverCount, seed: 20_261_121, now: deps.clock() });
});
await deps.db.execute('analyze trips');
await close();

console.log(`Stored ${formatCount(tripCount)} trips of the last two years. Where "npm start" runs, sign in at ${config.publicUrl} with

  BEA Number      ${holder.beaNumber}
  Your Full Name  ${holder.holderName}
  Company Name    ${holder.companyName}
  Contact Email   ${holder.contactEmail}
  Contact Phone   ${holder.contactPhone}`);
