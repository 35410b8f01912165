import { test } from 'vitest';
import { TEST_DATABASE } from './test-database';

/** `test`, left out on a cluster; the run says why. */
export function testNotOnCluster(reason: string): typeof test {
  if (TEST_DATABASE !== 'cluster') return test;
  process.stderr.write(`LEFT OUT with TEST_DATABASE=cluster: a test, because ${reason}.\n`);
  return test.skip as typeof test;
}
