import type { LastChange } from '@shared/reports/lodgements';
import { expect, test } from 'vitest';
import { historyText } from './change-text';

const change = (last: Partial<LastChange>): LastChange => ({
  at: '2026-11-12T04:05:00.000Z',
  person: 'Mary Smith',
  entity: 'trip',
  action: 'updated',
  count: 1,
  ...last,
});

test.each([
  [1, change({}), 'Changed by Mary Smith on 12/11/2026 14:05: 1 trip changed'],
  [
    3,
    change({ action: 'deleted', count: 2 }),
    'Changed 3 times, last by Mary Smith on 12/11/2026 14:05: 2 trips deleted',
  ],
  [
    2,
    change({ entity: 'import', action: 'created', count: 1200 }),
    'Changed 2 times, last by Mary Smith on 12/11/2026 14:05: import of 1,200 trips',
  ],
  [
    1,
    change({ entity: 'import', action: 'deleted', count: 200 }),
    'Changed by Mary Smith on 12/11/2026 14:05: undo of an import of 200 trips',
  ],
  [1, change({ entity: 'driver', person: null }), 'Changed by Trip Log on 12/11/2026 14:05: driver changed'],
  [0, null, null],
])('%i changes, the last %j', (times, last, text) => {
  expect(historyText({ times, last })).toBe(text);
});
