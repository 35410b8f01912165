import { emailSettings } from '@shared/tables/deliveries';
import { drivers } from '@shared/tables/trips';
import { asc, eq } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';

/** Every driver of the holder, removed ones included: a query to stream. */
export function allDriversQuery(db: DbOrTx, holderId: string) {
  return db
    .select({
      id: drivers.id,
      driverAuthorityLicense: drivers.driverAuthorityLicense,
      bookedHireServiceLicense: drivers.bookedHireServiceLicense,
      vehicleRegistrationNumber: drivers.vehicleRegistrationNumber,
      firstName: drivers.firstName,
      lastName: drivers.lastName,
      startDate: drivers.startDate,
      endDate: drivers.endDate,
      isActive: drivers.isActive,
      createdAt: drivers.createdAt,
      updatedAt: drivers.updatedAt,
      deletedAt: drivers.deletedAt,
    })
    .from(drivers)
    .where(eq(drivers.beaHolderId, holderId))
    .orderBy(asc(drivers.createdAt), asc(drivers.id));
}

/** Every recipient of the holder: a query to stream. */
export function allRecipientsQuery(db: DbOrTx, holderId: string) {
  return db
    .select({
      id: emailSettings.id,
      email: emailSettings.email,
      quarterlyReports: emailSettings.quarterlyReports,
      annualReports: emailSettings.annualReports,
      detailedBreakdown: emailSettings.detailedBreakdown,
      isActive: emailSettings.isActive,
      createdAt: emailSettings.createdAt,
    })
    .from(emailSettings)
    .where(eq(emailSettings.beaHolderId, holderId))
    .orderBy(asc(emailSettings.createdAt), asc(emailSettings.id));
}
