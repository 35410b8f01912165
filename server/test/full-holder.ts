import { createHash, createHmac, randomUUID } from 'node:crypto';
import { PICTURE_FILES, pictureFile } from '@shared/pictures/pictures';
import {
  auditEvents,
  beaHolders,
  calendarAddresses,
  claims,
  contactChanges,
  passkeyChallenges,
  passkeys,
  signInCodes,
  uploads,
  users,
} from '@shared/tables/holders';
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
  idempotencyKeys,
  shifts,
  trips,
  vehicles,
} from '@shared/tables/trips';
import { hashCode } from '../features/codes/codes.service';
import type { Db } from '../lib/database/db';
import { asService } from '../lib/database/isolation';
import type { AppDeps } from '../lib/deps';
import { FILES_PATH } from '../lib/storage/object-store';
import { buildLogin } from './builders';
import { deviceIds, insertDevices } from './device-rows';
import { plainPicture } from './documents/pictures';
import { cookieHeader } from './http/cookie-header';
import { TEST_DEPS, TEST_NOW } from './http/create-test-app';
import { type HttpClient, toHttp } from './http/http-requests';
import { createAuthenticator } from './http/software-authenticator';
import { insertImports, insertTokens, tokenIds } from './token-rows';

export type FullHolder = Awaited<ReturnType<typeof insertFullHolder>>;
export type IdKind = keyof FullHolder['ids'];

/** A mark in every text of the holder whose data others must not see. */
export const FOREIGN_MARK = 'Zqxforeign';

const thisQuarter = new Date('2026-11-20T23:30:00Z');
const lastQuarter = new Date('2026-08-15T02:00:00Z');
const picture = plainPicture(24, 12);
/** The code that the browser of every full holder was asked for. */
export const FULL_HOLDERS_CODE = '04711042';
/** The document that every full holder's lodgement keeps. */
export const KEPT_DOCUMENT = 'drivers-Q1-2026.csv';
/** The secret of a full holder's calendar address. */
export const calendarKeyOf = (email: string) => `calendar of ${email}`;
const codeHash = hashCode(FULL_HOLDERS_CODE, TEST_DEPS.codeCost);
/** The content of that browser's cookie. */
const askingToken = (ids: { code: string }) => `browser of ${ids.code}`;

/**
 * A holder with a row in every table and a file of every kind, all shown on a first page or in a report.
 * @param mark the content of every text that is not an id, at most 10 characters
 */
export async function insertFullHolder(
  { db: anyDb, storage }: Pick<AppDeps, 'storage'> & { db: Db },
  { mark, postcode }: { mark: string; postcode: string },
) {
  const db = asService(anyDb);
  const unique = randomUUID().slice(0, 8);
  /** Has the passkey, and answers the challenges. */
  const authenticator = createAuthenticator();
  const ids = {
    holder: randomUUID(),
    beaNumber: `BEA-${unique}`,
    user: randomUUID(),
    colleague: randomUUID(),
    driver: randomUUID(),
    vehicle: randomUUID(),
    removedVehicle: randomUUID(),
    formerName: randomUUID(),
    formerRegistration: randomUUID(),
    removedDriver: randomUUID(),
    trip: randomUUID(),
    importedTrip: randomUUID(),
    deletedTrip: randomUUID(),
    shift: randomUUID(),
    openShift: randomUUID(),
    removedShift: randomUUID(),
    tmrRequest: randomUUID(),
    deletedTmrRequest: randomUUID(),
    import: randomUUID(),
    layout: randomUUID(),
    idempotencyKey: randomUUID(),
    amendedLodgement: randomUUID(),
    lodgement: randomUUID(),
    recipient: randomUUID(),
    removedRecipient: randomUUID(),
    delivery: randomUUID(),
    event: randomUUID(),
    ...deviceIds(),
    ...tokenIds(),
    passkey: authenticator.id,
    challenge: randomUUID(),
    contactChange: randomUUID(),
    contactCode: randomUUID(),
    code: randomUUID(),
    licence: `DA-${unique}`,
    upload: `upload-${unique}`,
    logo: `logo-${unique}-document.png`,
    profilePicture: `picture-${unique}-profile.webp`,
  };
  const email = `${mark}.${unique}@example.com`.toLowerCase();
  const uploadKey = `uploads/${ids.holder}/${ids.upload}`;
  const pictures = {
    logos: `${FILES_PATH}logos/${ids.holder}/${ids.logo}`,
    'profile-pictures': `${FILES_PATH}profile-pictures/${ids.holder}/${ids.profilePicture}`,
  };
  const of = { beaHolderId: ids.holder };
  const by = { ...of, userId: ids.user };
  const driver = {
    ...of,
    driverAuthorityLicense: ids.licence,
    bookedHireServiceLicense: mark,
    vehicleRegistrationNumber: mark.toUpperCase(),
    vehicleId: ids.vehicle,
    firstName: mark,
    lastName: mark,
    startDate: new Date('2026-01-05T00:00:00Z'),
  };
  const place = { postcode, suburb: mark };
  const tmrRequest = {
    ...by,
    reference: mark,
    asked: mark,
    receivedOn: '2026-11-02',
    dueOn: '2026-11-30',
    firstDay: '2026-01-01',
    lastDay: '2026-12-31',
    driverIds: [ids.driver, ids.removedDriver],
    vehicleIds: [ids.vehicle],
  };
  const lodgement = {
    ...by,
    report: 'quarterly' as const,
    period: 'Q1-2026',
    lodgedOn: '2026-10-20',
    reference: mark,
    figures: {
      tripCount: 1,
      waitingTotal: 5,
      locations: [{ ...place, tripCount: 1, waitingTotal: 5 }],
      drivers: [],
    },
    pdfSha256: mark,
  };
  const trip = {
    ...of,
    ...place,
    driverId: ids.driver,
    driverAuthorityLicense: ids.licence,
    vehicleId: ids.vehicle,
    waitingTime: 5,
    bookingReference: mark,
    notes: mark,
  };

  const passkey = { ...by, counter: 0, transports: [mark], isSynced: false, isBackedUp: false, name: mark };
  /** Values that the next passkey and the next sign-in with one answer. */
  const challenges = { add: `add-${unique}`, signIn: `sign-in-${unique}` };

  await db.insert(beaHolders).values({
    id: ids.holder,
    beaNumber: ids.beaNumber,
    holderName: mark,
    companyName: mark,
    tradingName: mark,
    contactPerson: mark,
    contactEmail: email,
    contactPhone: mark,
    logoUrl: pictures.logos,
    profilePictureUrl: pictures['profile-pictures'],
    notLodged: ['2025-2026'],
    createdAt: TEST_NOW,
  });
  const named = { ...of, firstName: mark, lastName: mark };
  await db.insert(users).values([
    { ...named, id: ids.user, email },
    { ...named, id: ids.colleague, email: `colleague.${email}` },
  ]);
  const vehicle = { ...of, registration: mark.toUpperCase(), description: mark, notes: mark };
  await db.insert(vehicles).values([
    { ...vehicle, id: ids.vehicle },
    { ...vehicle, id: ids.removedVehicle, registration: `${mark}R`.toUpperCase(), deletedAt: TEST_NOW },
  ]);
  await Promise.all([
    db.insert(areaPlaces).values({ ...of, postcode, suburbKey: mark.toLowerCase(), area: 'Brisbane' }),
    db.insert(drivers).values([
      { ...driver, id: ids.driver, updatedAt: TEST_NOW },
      {
        ...driver,
        id: ids.removedDriver,
        driverAuthorityLicense: `${ids.licence}-R`,
        deletedAt: TEST_NOW,
      },
    ]),
    ...insertImports(db, ids, mark),
  ]);
  const shift = {
    ...of,
    driverId: ids.driver,
    vehicleId: ids.vehicle,
    startsAt: thisQuarter,
    endsAt: new Date(thisQuarter.getTime() + 8 * 3_600_000),
    note: mark,
  };
  await db.insert(shifts).values([
    { ...shift, id: ids.shift },
    { ...shift, id: ids.openShift, endsAt: null },
    { ...shift, id: ids.removedShift, deletedAt: TEST_NOW },
  ]);
  await db.insert(trips).values([
    { ...trip, id: ids.trip, datetime: thisQuarter },
    { ...trip, id: ids.importedTrip, datetime: lastQuarter, importId: ids.import },
    { ...trip, id: ids.deletedTrip, datetime: lastQuarter, deletedAt: TEST_NOW, deletedBy: ids.user },
  ]);
  const asked = {
    accountHash: randomUUID(),
    browserHash: createHash('sha256').update(askingToken(ids)).digest('base64url'),
    codeHash: await codeHash,
    expiresAt: new Date(TEST_NOW.getTime() + 60_000),
  };
  const fact = { ...by, recordedAt: TEST_NOW };
  const ofVehicle = { ...fact, vehicleId: ids.vehicle };
  const former = { lastDay: '2026-02-28' };
  const licence = { kind: 'booked-hire', number: mark } as const;
  await Promise.all([
    db.insert(datedFacts).values([
      { ...ofVehicle, fact: 'licence', value: licence, firstDay: '2026-01-05' },
      { ...ofVehicle, fact: 'time', value: {}, firstDay: '2026-01-05' },
      {
        ...ofVehicle,
        ...former,
        id: ids.formerRegistration,
        fact: 'registration',
        value: { registration: mark },
      },
      {
        ...fact,
        ...former,
        id: ids.formerName,
        driverId: ids.driver,
        fact: 'name',
        value: { firstName: mark, lastName: `${mark}-Old` },
      },
    ]),
    db.insert(driverSwitchOffs).values({
      ...of,
      driverId: ids.driver,
      switchedOffAt: new Date('2026-03-01T00:00:00Z'),
      switchedOnAt: new Date('2026-04-01T00:00:00Z'),
    }),
    db
      .insert(idempotencyKeys)
      .values({ ...of, key: ids.idempotencyKey, requestHash: mark, tripId: ids.trip }),
    db.insert(lodgements).values([
      { ...lodgement, id: ids.amendedLodgement, createdAt: new Date('2026-10-20T00:00:00Z') },
      { ...lodgement, id: ids.lodgement, amendsId: ids.amendedLodgement, amendReason: mark },
    ]),
    db.insert(reportPreferences).values(of),
    db.insert(calendarAddresses).values({
      ...of,
      secretSha256: createHash('sha256').update(calendarKeyOf(email)).digest('hex'),
    }),
    db.insert(tmrRequests).values([
      { ...tmrRequest, id: ids.tmrRequest },
      { ...tmrRequest, id: ids.deletedTmrRequest, deletedAt: TEST_NOW },
    ]),
    db.insert(checkLooks).values({ ...by, subject: `annual ${mark}`, lookedAt: TEST_NOW, found: 0 }),
    db.insert(uploads).values({ ...of, key: uploadKey, expiresAt: new Date(TEST_NOW.getTime() + 60_000) }),
    db.insert(emailSettings).values({ ...of, id: ids.recipient, email }),
    db.insert(reportDeliveries).values({
      ...of,
      id: ids.delivery,
      kind: 'quarterly',
      period: 'Q1-2026',
      recipient: email,
      state: 'sent',
      messageId: `<${mark}@example.com>`,
      notice: { at: TEST_NOW.toISOString(), device: { name: mark, address: mark } },
      nextAttemptAt: TEST_NOW,
      reason: mark,
      createdAt: lastQuarter,
    }),
    db.insert(auditEvents).values([
      {
        ...by,
        id: ids.event,
        at: TEST_NOW,
        entity: 'driver',
        entityId: ids.driver,
        action: 'created',
        changes: { firstName: { to: mark } },
      },
      {
        ...by,
        at: TEST_NOW,
        token: mark,
        entity: 'driver',
        entityId: ids.driver,
        action: 'updated',
        changes: {},
      },
      { ...by, at: TEST_NOW, entity: 'trip', entityId: ids.deletedTrip, action: 'deleted', changes: {} },
      {
        ...by,
        at: TEST_NOW,
        entity: 'recipient',
        entityId: ids.removedRecipient,
        action: 'deleted',
        changes: { email: { from: `removed.${email}` } },
      },
    ]),
    ...insertDevices(db, ids, { mark, postcode }),
    ...insertTokens(db, ids, { mark, postcode }),
    db.insert(passkeys).values([
      { ...passkey, id: ids.passkey, publicKey: authenticator.publicKey },
      { ...passkey, id: randomUUID(), publicKey: mark },
    ]),
    db.insert(passkeyChallenges).values([
      { challenge: mark, userId: ids.user, expiresAt: TEST_NOW },
      { challenge: challenges.add, userId: ids.user, expiresAt: new Date('2099-01-01') },
      { id: ids.challenge, challenge: challenges.signIn, userId: null, expiresAt: new Date('2099-01-01') },
    ]),
    db.insert(signInCodes).values([
      {
        ...of,
        ...asked,
        id: ids.contactCode,
        purpose: 'contact-email',
        login: buildLogin({ companyName: mark }),
        email: `new.${email}`,
      },
      {
        ...asked,
        id: ids.code,
        purpose: 'sign-in',
        login: buildLogin({ beaNumber: ids.beaNumber, contactEmail: email }),
        email,
      },
    ]),
    db.insert(contactChanges).values({
      ...of,
      id: ids.contactChange,
      oldEmail: email,
      newEmail: email,
      undoUntil: new Date(TEST_NOW.getTime() + 60_000),
    }),
    db.insert(claims).values({ beaNumber: ids.beaNumber, email, details: buildLogin({ companyName: mark }) }),
    storage.write(uploadKey, await picture, 'image/png'),
    ...(['logos', 'profile-pictures'] as const).flatMap((kind) =>
      PICTURE_FILES[kind].map(async ({ name }) =>
        storage.write(pictureFile(pictures[kind], name).slice(FILES_PATH.length), await picture, 'image/png'),
      ),
    ),
  ]);
  const document = Buffer.from(mark);
  await storage.write(`lodged/${ids.holder}/${ids.lodgement}/${KEPT_DOCUMENT}`, document, 'text/csv');
  await db.insert(lodgedDocuments).values({
    ...of,
    lodgementId: ids.lodgement,
    name: KEPT_DOCUMENT,
    mediaType: 'text/csv; charset=utf-8',
    size: document.length,
    sha256: createHash('sha256').update(document).digest('hex'),
  });
  /** The idempotency key of the client's next call. */
  const newKey = randomUUID();
  const { registration } = vehicle;
  return { ids, newKey, email, registration, uploadKey, authenticator, challenges };
}

/** The cookies of a new session of the holder, in the browser that was asked for a code. */
export async function signInFullHolder(client: HttpClient, { ids, email }: FullHolder): Promise<string> {
  const json = buildLogin({ beaNumber: ids.beaNumber, contactEmail: email });
  const { headers } = await client.send(
    toHttp('POST /api/auth/login', { params: {}, query: {}, headers: {}, json }),
  );
  const token = askingToken(ids);
  const [key = ''] = TEST_DEPS.keys.cookies;
  const signature = createHmac('sha256', key).update(token).digest('base64').replace(/=+$/, '');
  const asking = `triplog.browser=${encodeURIComponent(`s:${token}.${signature}`)}`;
  return `${cookieHeader(headers['set-cookie'])}; ${asking}`;
}
