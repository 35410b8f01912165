import {
  apiTokens,
  auditEvents,
  beaHolders,
  calendarAddresses,
  contactChanges,
  devices,
  type Holder,
  passkeyChallenges,
  passkeys,
  phoneCodes,
  sessions,
  signInCodes,
  uploads,
  users,
} from '@shared/tables/holders';
import { importLayouts, tripImports, waitingFiles } from '@shared/tables/imports';
import {
  checkLooks,
  emailSettings,
  lodgedDocuments,
  lodgements,
  reportDeliveries,
  reportPreferences,
  tmrRequests,
} from '@shared/tables/reports';
import {
  areaPlaces,
  datedFacts,
  driverSwitchOffs,
  drivers,
  heldRecords,
  idempotencyKeys,
  pushedTrips,
  shifts,
  tripDayTotals,
  tripDriverTotals,
  tripLocationTotals,
  trips,
  vehicles,
} from '@shared/tables/trips';
import { eq, inArray, sql } from 'drizzle-orm';
import pg from 'pg';
import { onlyRow, type Tx } from '../../lib/database/db';
import { removeClaims } from '../auth/claims.repository';

/** The tables with rows of a holder, in an order that their foreign keys allow. */
const TABLES = [
  auditEvents,
  idempotencyKeys,
  pushedTrips,
  trips,
  tripLocationTotals,
  tripDayTotals,
  tripDriverTotals,
  tripImports,
  waitingFiles,
  importLayouts,
  shifts,
  driverSwitchOffs,
  datedFacts,
  heldRecords,
  drivers,
  vehicles,
  areaPlaces,
  lodgedDocuments,
  lodgements,
  checkLooks,
  tmrRequests,
  reportPreferences,
  calendarAddresses,
  emailSettings,
  reportDeliveries,
  uploads,
  signInCodes,
  contactChanges,
  passkeys,
  phoneCodes,
  apiTokens,
  devices,
];

/** Erases every row of a holder; a foreign key refuses it where a table is missing here. @param tx of the role that owns the tables */
export async function eraseHolder(tx: Tx, { id, beaNumber, contactEmail, demoUntil }: Holder): Promise<void> {
  // the triggers of the audit trail and the archived documents allow deleting this holder's rows until the transaction ends; a
  // cluster's workers receive only what `set local` sets
  await tx.execute(sql.raw(`set local app.forgotten_holder = ${pg.escapeLiteral(id)}`));
  // the totals are deleted too and need no update
  await tx.execute(sql`set local app.tally = 'off'`);
  const people = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.beaHolderId, id));
  const userIds = people.map((person) => person.id);
  await tx.delete(passkeyChallenges).where(inArray(passkeyChallenges.userId, userIds));
  for (const table of TABLES) await tx.delete(table).where(eq(table.beaHolderId, id));
  await tx.delete(users).where(eq(users.beaHolderId, id));
  await tx.delete(sessions).where(eq(sql`${sessions.sess}::json ->> 'holderId'`, id));
  // codes that were requested before sign-in; the people of a demo are anyone's addresses, and none signs in
  const emails = demoUntil ? [] : [contactEmail.toLowerCase(), ...people.map(({ email }) => email)];
  await tx.delete(signInCodes).where(inArray(sql`lower(${signInCodes.email})`, emails));
  await removeClaims(tx, beaNumber, contactEmail.toLowerCase());
  await tx.delete(beaHolders).where(eq(beaHolders.id, id));
}

/** Stores the id of a forgotten holder and when, under a holder that cannot sign in. */
export async function insertForgotten(tx: Tx, forgottenId: string, now: Date): Promise<void> {
  const name = 'Forgotten';
  const rows = await tx
    .insert(beaHolders)
    .values({
      beaNumber: `${FORGOTTEN}${forgottenId}`,
      holderName: name,
      companyName: name,
      contactEmail: 'nobody@forgotten.invalid',
      contactPhone: '-',
      isActive: false,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: beaHolders.id });
  await tx.insert(auditEvents).values({
    beaHolderId: onlyRow(rows).id,
    userId: null,
    at: now,
    entity: 'holder',
    entityId: forgottenId,
    action: 'deleted',
    changes: {},
  });
}

/** The beginning of the number of a forgotten holder. */
export const FORGOTTEN = 'forgotten ';
