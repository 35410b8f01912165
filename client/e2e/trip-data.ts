import type { Page } from '@playwright/test';
import type { Driver } from '@shared/drivers';
import type { CreateTrip, Trip, TripList } from '@shared/trips';

async function call<Answer>(page: Page, method: string, path: string, payload?: object): Promise<Answer> {
  const body = payload && JSON.stringify(payload);
  return page.evaluate(
    async ({ method, path, body }) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(path, { method, headers, body });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    { method, path, body },
  );
}

/** Registers a driver of the signed-in holder. */
export function addDriver(page: Page, licence: string, firstName: string, lastName: string): Promise<Driver> {
  return call(page, 'POST', '/api/drivers', {
    driverAuthorityLicense: licence,
    bookedHireServiceLicense: 'BHSL-1',
    vehicleRegistrationNumber: '123ABC',
    firstName,
    lastName,
    startDate: '2025-01-01T00:00:00.000Z',
  });
}

/** Stores a trip of a driver: an hour ago, from Toowong, unless told. */
export function addTrip(page: Page, driver: Driver, trip: Partial<CreateTrip> = {}): Promise<Trip> {
  return call(page, 'POST', '/api/trips', {
    driverId: driver.id,
    driverAuthorityLicense: driver.driverAuthorityLicense,
    suburb: 'Toowong',
    postcode: '4066',
    waitingTime: 5,
    datetime: new Date(Date.now() - 60 * 60 * 1000).toISOString(),
    ...trip,
  });
}

/** The trips that are stored, the newest first, and how many they are. */
export function storedTrips(page: Page): Promise<TripList> {
  return call(page, 'GET', '/api/trips?limit=100');
}
