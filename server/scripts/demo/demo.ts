import { parseArgs } from 'node:util';
import { formatCount } from '@shared/figures';
import { beaHolders } from '@shared/tables/holders';
import { like } from 'drizzle-orm';
import { endInWords, loadConfig } from '../../config';
import { insertDemoHolder } from '../../features/demo/demo-data';
import { TIMEOUTS } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { openInstallation } from '../../lib/installation';
import { writeLocalities } from '../build/build-localities';
import { writeDemoSpreadsheet } from './demo-spreadsheet';

const USAGE = `Usage: npm run demo -- [number of trips, 5000 if not given]
       npm run demo -- --spreadsheet trips.csv    (or trips.xlsx)`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { spreadsheet: { type: 'string' } },
      allowPositionals: true,
    });
    const tripCount = Number(positionals[0] ?? 5000);
    if (values.spreadsheet !== '' && Number.isInteger(tripCount) && tripCount >= 1)
      return { spreadsheet: values.spreadsheet, tripCount };
  } catch {
    // an option that is not known
  }
  console.error(USAGE);
  process.exit(1);
}

const { spreadsheet, tripCount } = readArguments();
process.once('uncaughtException', (error) => endInWords(error));
await writeLocalities();
if (spreadsheet) {
  const written = await writeDemoSpreadsheet(spreadsheet, new Date());
  console.log(`Wrote ${written} to ${spreadsheet}. Import it, to see how a new operator begins.`);
  process.exit();
}
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
