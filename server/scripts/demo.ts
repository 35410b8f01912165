import { beaHolders } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import { like } from 'drizzle-orm';
import { loadConfig } from '../config';
import { onlyRow } from '../lib/database/db';
import { openInstallation } from '../lib/installation';
import { readLocalities } from './build-localities';
import { demoDrivers, demoTrips, seededRandom } from './demo-data';

const BATCH = 1000;

const size = Number(process.argv[2] ?? 5000);
if (!Number.isInteger(size) || size < 1) {
  console.error('Usage: npm run demo -- [number of trips, 5000 if not given]');
  process.exit(1);
}

const config = loadConfig();
const { deps, close } = await openInstallation(config);
const { db } = deps;
const now = deps.clock();
const random = seededRandom(20_261_121);

const places = (await readLocalities()).filter(({ state, postcode }) => state === 'QLD' && postcode < '4180');
const shuffled = places.map((place) => ({ place, order: random() })).sort((a, b) => a.order - b.order);
const popular = shuffled.slice(0, 60).map(({ place }) => place);

const holder = await db.transaction(async (tx) => {
  const earlier = await tx.$count(beaHolders, like(beaHolders.beaNumber, 'DEMO-%'));
  const holder = onlyRow(
    await tx
      .insert(beaHolders)
      .values({
        beaNumber: `DEMO-${earlier + 1}`,
        holderName: 'Mary Smith',
        companyName: 'River City Cars Pty Ltd',
        tradingName: 'River City Cars',
        contactEmail: 'demo@example.com',
        contactPhone: '07 3000 0000',
      })
      .returning(),
  );
  const team = await tx
    .insert(drivers)
    .values(
      demoDrivers(Math.min(40, Math.max(8, Math.round(size / 1000))), now, random).map((driver) => ({
        ...driver,
        beaHolderId: holder.id,
      })),
    )
    .returning();
  let batch: (typeof trips.$inferInsert)[] = [];
  for (const trip of demoTrips(size, team, popular, now, random)) {
    if (batch.push({ ...trip, beaHolderId: holder.id }) < BATCH) continue;
    await tx.insert(trips).values(batch);
    batch = [];
  }
  if (batch.length) await tx.insert(trips).values(batch);
  return holder;
});
await db.execute('analyze trips');
await close();

console.log(`Stored ${size.toLocaleString('en-AU')} trips of the last two years. Sign in at ${config.publicUrl} with

  BEA Number      ${holder.beaNumber}
  Your Full Name  ${holder.holderName}
  Company Name    ${holder.companyName}
  Contact Email   ${holder.contactEmail}
  Contact Phone   ${holder.contactPhone}`);
