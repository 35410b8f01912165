/** Files as depots have them, into an account that is empty, and the next month's file of the same form. */
import { brisbaneDay, brisbaneTime } from '@shared/periods';
import { drivers, trips, vehicles } from '@shared/tables/trips';
import { USUAL_KIND } from '@shared/trips/trip-kinds';
import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { DepotFile, Month } from '../../test/depot-files/depot-file';
import { DISPATCH_FILES } from '../../test/depot-files/dispatch-files';
import { importAsAPerson } from '../../test/depot-files/import-as-a-person';
import { TEXT_FILES } from '../../test/depot-files/text-files';
import { WORKBOOK_FILES } from '../../test/depot-files/workbook-files';
import { createTestApp } from '../../test/http/create-test-app';

const testApp = createTestApp();
const FILES = [...DISPATCH_FILES, ...WORKBOOK_FILES, ...TEXT_FILES];

/** The stored trips of a month, as the files' descriptions have them. */
async function storedTrips(holderId: string, month: Month): Promise<string[]> {
  const rows = await testApp.db
    .select()
    .from(trips)
    .innerJoin(drivers, and(eq(drivers.beaHolderId, trips.beaHolderId), eq(drivers.id, trips.driverId)))
    .leftJoin(vehicles, and(eq(vehicles.beaHolderId, trips.beaHolderId), eq(vehicles.id, trips.vehicleId)))
    .where(eq(trips.beaHolderId, holderId))
    .orderBy(asc(trips.datetime));
  return rows
    .filter(({ trips: { datetime } }) => brisbaneDay(datetime).startsWith(`2026-0${month}-`))
    .map(({ trips: trip, drivers: driver, vehicles: car }) =>
      [
        `${brisbaneDay(trip.datetime).slice(8)} ${brisbaneTime(trip.datetime)}`,
        [driver.firstName, driver.lastName, driver.driverAuthorityLicense].filter(Boolean).join(' '),
        `${trip.suburb} ${trip.postcode}`,
        trip.waitingTime ?? '?',
        car?.registration ?? '',
        trip.bookingReference ?? '',
        trip.kind === USUAL_KIND ? '' : trip.kind,
      ]
        .join(' | ')
        .replace(/(?: \| )+$/, ''),
    );
}

describe.each(FILES.map((depot) => [depot.name(8), depot] as const))('%s', (_name, depot: DepotFile) => {
  test('is right in an empty account, and the next one asks nothing', async () => {
    const { agent, holderId } = await testApp.signIn();
    await importAsAPerson(agent, depot, 8);
    expect(await storedTrips(holderId, 8)).toEqual(depot.right(8));

    expect(await importAsAPerson(agent, depot, 9)).toEqual([]);
    expect(await storedTrips(holderId, 9)).toEqual(depot.right(9));
    expect(await storedTrips(holderId, 8)).toEqual(depot.right(8));
  });
});
