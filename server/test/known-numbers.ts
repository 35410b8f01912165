import type { DriverInput } from '@shared/driver-input';
import type { Db } from '../lib/database/db';
import { insertDriver } from './builders';

let last = 100_000;

/** Another number that looks like one of TMR's: six digits. */
export const knownNumber = (): string => String(++last);

/** A driver whose numbers look like TMR's. */
export const insertKnownDriver = (db: Db, holderId: string, overrides: Partial<DriverInput> = {}) =>
  insertDriver(db, holderId, {
    driverAuthorityLicense: knownNumber(),
    bookedHireServiceLicense: '77001',
    ...overrides,
  });
