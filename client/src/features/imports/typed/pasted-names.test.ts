import type { Driver } from '@shared/drivers';
import { decodeLocalities } from '@shared/places/localities';
import { indexLocalities } from '@shared/places/place-table';
import { expect, it } from 'vitest';
import { readLines } from './pasted-lines';

const known = {
  drivers: [
    { firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: 'DA-1' },
    { firstName: 'Ben', lastName: 'Okafor', driverAuthorityLicense: 'DA-2' },
  ] as Driver[],
  vehicles: [],
  own: [],
  localities: indexLocalities(decodeLocalities('QLD 4007 Ascot\nQLD 4066 Toowong')),
  now: new Date('2026-11-22T02:00:00Z'),
};
const read = (line: string) => {
  const { rows, leftOver } = readLines(`20/11/26, 10:20 - Amy Young: Toowong 10:15\n${line}`, known);
  expect(leftOver).toEqual([]);
  expect(rows[0]?.driver).toBe('Amy Young');
  return { ...rows[1], notes: rows[1]?.notes || undefined };
};

it.each([
  ['Someone New, 11:15 Ascot', 'Someone New', undefined],
  ['someone new 11:15 ascot', 'someone new', undefined],
  ['S. New 11:15 Ascot 4007', 'S. New', undefined],
  ['11:15 Someone New Ascot 3 min', 'Someone New', undefined],
  ['Ascot 11:15 Zara', 'Zara', undefined],
  ['Ascot 11:15 Someone New 3', 'Someone New', '3'],
  ['Ascot Someone New, 11:15, by the gate', 'Someone New', 'by the gate'],
  ['Someone New: Ascot 11:15', 'Someone New', undefined],
  ['21/11/2026, 11:20 - Someone New: Ascot 11:15', 'Someone New', undefined],
  ['Someone New 11:14 AM\nAscot 11:15', 'Someone New', undefined],
  ['Ben Young 11:15 Ascot', 'Ben Young', undefined],
  ['ben young 11:15 ascot', 'ben young', undefined],
  ['Ascot 11:15 B. Young', 'B. Young', undefined],
  ['11:15 Amy Zzyzx Ascot', 'Amy Zzyzx', undefined],
])('keeps a name that is no driver’s as typed, below a line of Amy’s: %j', (line, driver, notes) => {
  expect(read(line)).toMatchObject({
    driver,
    time: '11:15',
    suburb: expect.stringMatching(/^ascot$/i),
    notes,
  });
});

it.each([
  ['Ascot 11:15 5 min', undefined],
  ['11:15 ascot, by the gate', 'by the gate'],
  ['Ascot 11:15 airport run', 'airport run'],
  ['Ascot 11:15 blue gate', 'blue gate'],
])('takes the driver of the line above where no name is said: %j', (line, notes) => {
  expect(read(line)).toMatchObject({ driver: 'Amy Young', time: '11:15', notes });
});
