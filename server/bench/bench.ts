import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../scripts/build/build';
import { report, rows } from './figures';
import { measureHostile } from './hostile/hostile';
import { closeFilled, SHARE } from './installation';
import * as documents from './measures/documents';
import { measureImports } from './measures/imports';
import * as requests from './measures/requests';
import { measureScreens } from './measures/screens';
import { writeResults } from './page';

/** The longest that all parts together, and one of them, may take. */
const MOST_MS = 17 * 60_000;
const MOST_OF_ONE_MS = 4 * 60_000;
const CLOSING_MS = 60_000;

/** The most important first; each reports its figures. */
const PARTS: Record<string, () => Promise<void>> = {
  list: requests.measureList,
  log: requests.measureLog,
  growth: requests.measureGrowth,
  imports: measureImports,
  detailed: documents.measureDetailed,
  reports: documents.measureReports,
  quarterly: documents.measureQuarterly,
  workbook: documents.measureWorkbook,
  start: requests.measureStart,
  screens: measureScreens,
  profile: requests.measureProfile,
  isolation: requests.measureIsolation,
};

const names = process.argv.slice(2);
const began = performance.now();
const minutes = (milliseconds: number) => `${(milliseconds / 60_000).toFixed(1)} minutes`;

const unknown = names.filter((name) => !(name in PARTS));
if (names[0] === 'hostile') {
  await build();
  await measureHostile(Number(names[1] ?? 10));
  process.exit();
}
if (unknown.length > 0) {
  const known = Object.keys(PARTS).join(', ');
  console.error(`No such part: ${unknown.join(', ')}. There are ${known}, and hostile.`);
  process.exit(1);
}

await build();
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const most = Math.max(0, Math.min(MOST_OF_ONE_MS, MOST_MS - (performance.now() - began)));
  const timeout = sleep(most, undefined, { ref: false }).then(() => {
    throw new Error(`It took more than the ${minutes(most)} that there were for it`);
  });
  // the other parts are measured anyway
  await Promise.race([measure(), timeout]).catch((error: Error) => {
    process.exitCode = 1;
    const [figure = ''] = error.message.split('\n');
    const limit = 'its measurement failed';
    report({ what: `Not measured: ${name}`, figure, target: 'none', met: false, limit });
    console.error(error);
  });
}
if (names.length === 0 && SHARE === 1) writeResults(rows, requests.profiled);
console.log(`Measured in ${minutes(performance.now() - began)}`);
await Promise.race([closeFilled(), sleep(CLOSING_MS)]);
process.exit();
