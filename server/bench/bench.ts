import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@shared/durations';
import { build } from '../scripts/build/build';
import { report } from './figures';
import { closeFilled } from './installation';
import { measureDetailed, measureWorkbook } from './measures/documents';
import { measureImport } from './measures/imports';
import { measureGrowth, measureList, measureLog, measureStart } from './measures/requests';

/** The longest that one part may take. */
const MOST_MS = 4 * MINUTE_MS;
const CLOSING_MS = 60_000;

/** The most important first; each reports its figures. */
const PARTS: Record<string, () => Promise<void>> = {
  list: measureList,
  log: measureLog,
  growth: measureGrowth,
  import: measureImport,
  detailed: measureDetailed,
  workbook: measureWorkbook,
  start: measureStart,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

await build();
for (const [name, measure] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const timeout = sleep(MOST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`It took more than ${MOST_MS / MINUTE_MS} minutes`);
  });
  // the other parts are measured anyway
  await Promise.race([measure(), timeout]).catch((error: Error) => {
    process.exitCode = 1;
    const [figure = ''] = error.message.split('\n');
    report({ what: `Not measured: ${name}`, figure, target: 'none', met: false });
    console.error(error);
  });
}
await Promise.race([closeFilled(), sleep(CLOSING_MS)]);
process.exit();
