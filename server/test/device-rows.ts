import { randomUUID } from 'node:crypto';
import { devices, phoneCodes } from '@shared/tables/holders';
import { heldRecords } from '@shared/tables/trips';
import { codeHashOf } from '../features/phones/phones.service';
import type { Db } from '../lib/database/db';
import { TEST_DEPS, TEST_NOW } from './http/create-test-app';

const soon = new Date(TEST_NOW.getTime() + 60_000);

export const deviceIds = () => ({
  device: randomUUID(),
  phone: randomUUID(),
  phoneCode: randomUUID(),
  heldTrip: randomUUID(),
  heldShift: randomUUID(),
});
type Ids = ReturnType<typeof deviceIds> &
  Record<'holder' | 'user' | 'driver' | 'vehicle' | 'licence', string>;

/** The code of a driver's phone of a full holder: each has another. */
export const phoneCodeOf = ({ phoneCode }: { phoneCode: string }) =>
  String(Number.parseInt(phoneCode.slice(0, 8), 16) % 100_000_000).padStart(8, '0');

/** Stores a person's device, a driver's phone, its code, and a trip and a shift that waited on it. @param mark the content of every text that is not an id */
export function insertDevices(db: Db, ids: Ids, { mark, postcode }: { mark: string; postcode: string }) {
  const of = { beaHolderId: ids.holder, driverId: ids.driver };
  const device = { beaHolderId: ids.holder, name: mark, address: mark, lastUsedAt: TEST_NOW };
  const codeHash = codeHashOf(TEST_DEPS, phoneCodeOf(ids));
  const code = { id: ids.phoneCode, codeHash, phonesLeft: 3, expiresAt: soon };
  const trip = {
    driverId: ids.driver,
    driverAuthorityLicense: ids.licence,
    vehicleId: ids.vehicle,
    datetime: TEST_NOW.toISOString(),
    postcode,
    suburb: mark,
    waitingTime: 5,
    duration: null,
    bookingReference: mark,
    kind: 'booked' as const,
    notes: mark,
  };
  const shift = {
    driverId: ids.driver,
    vehicleId: ids.vehicle,
    start: TEST_NOW.toISOString(),
    end: null,
    note: mark,
  };
  return [
    db.insert(devices).values([
      { ...device, id: ids.device, userId: ids.user, tokenHash: randomUUID() },
      { ...device, id: ids.phone, driverId: ids.driver, tokenHash: randomUUID() },
    ]),
    db.insert(phoneCodes).values({ ...of, ...code }),
    db.insert(heldRecords).values([
      { ...of, key: ids.heldTrip, trip, loggedAt: TEST_NOW },
      { ...of, key: ids.heldShift, shift, loggedAt: TEST_NOW },
    ]),
  ];
}
