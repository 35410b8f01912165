import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './errors';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it worked'),
    (error) => error,
  );

test("a database's missing socket means that it is away, a missing file does not", async () => {
  const connected = new Promise((resolve, reject) => {
    connect('/nowhere/.s.PGSQL.5432', () => resolve(undefined)).on('error', reject);
  });
  expect(isDatabaseAway(await failureOf(connected))).toBe(true);
  expect(isDatabaseAway(await failureOf(readFile('/nowhere/localities.txt')))).toBe(false);
});
