import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@shared/durations';
import { LENGTHS } from '@shared/limits';
import { brisbaneDay, previousQuarter, quarterOf, quarterRange } from '@shared/periods';
import { apiTokens, auditEvents, beaHolders, devices, passkeys, users } from '@shared/tables/holders';
import { tripImports } from '@shared/tables/imports';
import { emailSettings, lodgements, reportDeliveries, tmrRequests } from '@shared/tables/reports';
import { shifts, trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { type Db, onlyRow } from '../../server/lib/database/db';
import { insertDriver, insertTrip } from '../../server/test/builders';
import { longest, longestEmail, OVERRIDE, rightToLeft } from '../test/longest-texts';
import type { Holder } from './fixtures';

/** Details with which a holder registers, each as long as it can be. */
export function longestHolder(): Holder {
  const unique = randomUUID().slice(0, 8);
  return {
    beaNumber: longest(LENGTHS.beaNumber, unique),
    holderName: longest(LENGTHS.holderName),
    companyName: longest(LENGTHS.companyName),
    contactEmail: longestEmail(unique),
    contactPhone: longest(LENGTHS.contactPhone),
  };
}

/** Gives a registered holder the longest value in every field, in Latin and from right to left, and a row of every kind that screens show. */
export async function fillWithLongest(db: Db, holderId: string): Promise<void> {
  const of = { beaHolderId: holderId };
  const unique = randomUUID().slice(0, 8);
  const now = new Date();
  const lastQuarter = quarterRange(previousQuarter(quarterOf(now))).from;
  await db
    .update(beaHolders)
    .set({ tradingName: rightToLeft(LENGTHS.tradingName), contactPerson: longest(LENGTHS.contactPerson) })
    .where(eq(beaHolders.id, holderId));
  const user = onlyRow(
    await db
      .update(users)
      .set({ firstName: longest(255), lastName: longest(255) })
      .where(eq(users.beaHolderId, holderId))
      .returning(),
  );
  const by = { ...of, userId: user.id };
  await db.insert(users).values({
    ...of,
    email: `${'w'.repeat(LENGTHS.email - 12)}@example.com`,
    firstName: rightToLeft(LENGTHS.holderName),
  });

  for (const [index, text] of [longest, rightToLeft, longest].entries()) {
    const driver = await insertDriver(db, holderId, {
      driverAuthorityLicense: longest(LENGTHS.licence, `${unique}-${index}`),
      bookedHireServiceLicense: text(LENGTHS.licence),
      vehicleRegistrationNumber: longest(LENGTHS.vehicleRegistration),
      firstName: text(LENGTHS.driverName),
      // a driver without a name is shown by their licence
      lastName: index === 2 ? null : text(LENGTHS.driverName),
      ...(index === 2 && { firstName: null, endDate: now.toISOString() }),
    });
    const trip = {
      suburb: text(LENGTHS.suburb).replace(OVERRIDE, ''),
      postcode: '4066',
      waitingTime: 10_080,
    };
    for (const datetime of [now, lastQuarter])
      await insertTrip(db, driver, {
        ...trip,
        duration: 10_080,
        notes: index === 2 ? null : text(LENGTHS.notes),
        datetime: datetime.toISOString(),
      });
    const shift = { ...of, driverId: driver.id, vehicleId: driver.vehicleId, note: text(LENGTHS.shiftNote) };
    const [begun, over] = [now.getTime() - 30 * HOUR_MS, now.getTime() - 9 * HOUR_MS];
    await db.insert(shifts).values({ ...shift, startsAt: new Date(begun), endsAt: new Date(over) });
    const deleted = await insertTrip(db, driver, trip);
    await db.update(trips).set({ deletedAt: now, deletedBy: user.id }).where(eq(trips.id, deleted.id));
    const line = { from: text(LENGTHS.notes), to: longest(LENGTHS.notes) };
    await db.insert(auditEvents).values({
      ...by,
      at: now,
      entity: 'driver',
      entityId: driver.id,
      action: 'updated',
      changes: { firstName: line, driverAuthorityLicense: line },
    });
  }
  await db
    .insert(tripImports)
    .values({ ...by, fileName: longest(LENGTHS.fileName - 4).concat('.csv'), tripCount: 20_000 });
  await db.insert(emailSettings).values({ ...of, email: longestEmail('to'), bounces: 3 });
  await db.insert(reportDeliveries).values({
    ...of,
    kind: 'quarterly',
    period: 'Q1-2026',
    recipient: longestEmail('to'),
    state: 'failed',
    nextAttemptAt: now,
    reason: longest(1000),
    messageId: `<${unique}@example.com>`,
    createdAt: new Date(now.getTime() - HOUR_MS),
  });
  await db.insert(tmrRequests).values({
    ...by,
    reference: longest(LENGTHS.letterReference),
    asked: longest(LENGTHS.letterText),
    receivedOn: '2026-10-01',
    dueOn: '2026-10-29',
    firstDay: '2026-07-01',
    lastDay: '2026-09-30',
  });
  const name = longest(LENGTHS.deviceName);
  await db.insert(devices).values({
    ...by,
    tokenHash: unique,
    name,
    address: longest(LENGTHS.networkAddress),
    trustedUntil: new Date(now.getTime() + 30 * DAY_MS),
    lastUsedAt: now,
  });
  await db.insert(apiTokens).values({
    ...by,
    name: longest(LENGTHS.tokenName),
    scope: 'log-trips',
    tokenHash: unique,
    expiresOn: brisbaneDay(now),
    lastUsedAt: now,
  });
  await db.insert(passkeys).values({
    ...by,
    id: unique,
    publicKey: unique,
    counter: 0,
    transports: ['internal'],
    isSynced: true,
    isBackedUp: true,
    name,
  });
  await db.insert(lodgements).values({
    ...by,
    report: 'annual',
    period: '2024-2025',
    lodgedOn: '2025-10-20',
    reference: longest(100),
    amendReason: longest(LENGTHS.amendReason),
    figures: { tripCount: 1, waitingTotal: 5, locations: [], drivers: [] },
    pdfSha256: longest(64, 'a'),
  });
}
