import { type APIRequestContext, expect } from '@playwright/test';
import { HOUR_MS } from '@shared/durations';
import { brisbaneDay, brisbaneInstant } from '@shared/periods';
import type { TripList } from '@shared/trips/trip-list';
import type { CreateTrip, Trip } from '@shared/trips/trips';
import type { Db } from '../../server/lib/database/db';
import { insertDriver, insertTrip } from '../../server/test/builders';

type DriverRow = Awaited<ReturnType<typeof insertDriver>>;

const SUBURBS = [
  ['Toowong', '4066'],
  ['Ascot', '4007'],
  ['St Lucia', '4067'],
] as const;

/** The stored data of the test's holder. Rows are inserted into the database: no page and no call is needed. */
export class StoredData {
  constructor(
    private readonly db: Db,
    private readonly holderId: string,
    private readonly request: APIRequestContext,
  ) {}

  addDriver(licence = 'DA-1', firstName = 'Amy', lastName = 'Young'): Promise<DriverRow> {
    return insertDriver(this.db, this.holderId, {
      driverAuthorityLicense: licence,
      bookedHireServiceLicense: 'BHSL-1',
      firstName,
      lastName,
      startDate: '2025-01-01T00:00:00.000Z',
    });
  }

  /** Inserts a trip: an hour ago, from Toowong, unless told. */
  addTrip(driver: DriverRow, trip: Partial<CreateTrip> = {}) {
    // an hour ago, but not yesterday
    const midnight = brisbaneInstant(brisbaneDay(new Date())).getTime();
    const datetime = new Date(Math.max(midnight, Date.now() - HOUR_MS)).toISOString();
    return insertTrip(this.db, driver, { datetime, ...trip });
  }

  /** Inserts trips of three suburbs in turn, a day apart, that waited 0, 1, 2 … minutes; the newest waited 0. */
  async addTrips(driver: DriverRow, count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const [suburb, postcode] = SUBURBS[index % 3] ?? SUBURBS[0];
      const datetime = new Date(Date.now() - (index * 24 + 1) * HOUR_MS).toISOString();
      await this.addTrip(driver, { suburb, postcode, waitingTime: index, datetime });
    }
  }

  /** The stored trips as the API lists them, the newest first, and their number. */
  async trips(): Promise<TripList> {
    const response = await this.request.get('/api/trips?limit=100');
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  }

  /** The stored trips, the newest first, once there are so many: a trip is logged before the server has it. */
  async storedTrips(total: number): Promise<Trip[]> {
    await expect.poll(async () => (await this.trips()).total, { message: 'stored trips' }).toBe(total);
    return (await this.trips()).trips;
  }
}
