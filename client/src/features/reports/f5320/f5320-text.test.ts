import type { BeaHolder } from '@shared/holders';
import { brisbaneInstant } from '@shared/periods';
import { expect, test } from 'vitest';
import { f5320Text } from './f5320-text';

const holder = {
  beaNumber: 'BEA-1',
  holderName: 'Hēmi Ngāti',
  companyName: 'Łódź Cars',
  tradingName: null,
  contactEmail: 'a@example.com',
  contactPhone: '07',
} as BeaHolder;

const year = {
  financialYear: '2025-2026',
  period: '1 July 2025 to 30 June 2026',
  suburbBreakdown: [
    { suburb: 'Łódź', tripCount: 1 },
    { suburb: 'A Suburb With a Very Long Name', tripCount: 1_299 },
  ],
  postcodeBreakdown: [{ postcode: '4000', tripCount: 1_300 }],
  placeBreakdown: [
    { suburb: 'Łódź', postcode: '4000', tripCount: 1 },
    { suburb: 'A Suburb With a Very Long Name', postcode: '4000', tripCount: 1_299 },
  ],
  totalTrips: 1_300,
};
const madeAt = brisbaneInstant('2026-07-14', '09:12');

test('the summary lists the holder, the suburbs, the postcodes and the total', () => {
  const text = f5320Text(holder, year, madeAt);
  expect(text.split('\r\n')).toEqual([
    'TMR FORM F5320 DATA, 2025-2026',
    'Period: 1 July 2025 to 30 June 2026',
    'Due to TMR: 28 July 2026',
    '',
    'SECTION 1: HOLDER INFORMATION',
    'BEA Number              BEA-1',
    'Holder name             Hēmi Ngāti',
    'Company name            Łódź Cars',
    'Contact email           a@example.com',
    'Contact phone           07',
    '',
    'SECTION 2: TRIPS BY SUBURB',
    'A Suburb With a Very Long Name  1,299',
    'Łódź                            1',
    '',
    'TRIPS BY POSTCODE',
    '4000                    1,300',
    '',
    'TOTAL TRIPS             1,300',
    '',
    "This is not an official form: check it against TMR's current form or portal before you lodge it.",
    'Made 14/07/2026 09:12, Brisbane time.',
    '',
  ]);
});

test('the summary of a running year says that it is not for lodging yet', () => {
  const text = f5320Text(holder, year, brisbaneInstant('2026-05-14', '09:12'));
  expect(text).toContain(
    'Due to TMR: 28 July 2026\r\n' +
      'Not for lodging yet: this financial year ends on 30 June 2026. Trips logged until 14/05/2026 09:12 are counted.\r\n\r\n' +
      'SECTION 1',
  );
});

test('a year without trips says so', () => {
  const nil = { ...year, suburbBreakdown: [], postcodeBreakdown: [], placeBreakdown: [], totalTrips: 0 };
  const text = f5320Text(holder, nil, madeAt);
  expect(text).toContain('TRIPS BY POSTCODE\r\nNone');
  expect(text).toContain('TOTAL TRIPS             0');
});
