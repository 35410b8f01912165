import { type Checks, isQuestion } from '@shared/reports/checks';
import { expect, test } from 'vitest';
import { createTestApp } from '../http/create-test-app';
import { changes, enters, entityIsAuthorisedUntil, nowDrives, removes } from './acts/drivers';
import { chooses, deletes, drives, imports, lodges, moves, works } from './acts/trips';
import { car, removesCar, renews, replates } from './acts/vehicles';
import { openOffice } from './office';
import { on, QUARTERS, type Step } from './story';

const it = createTestApp();

/** Everything that a quarter in order may have: changes on their days, ends, imports, nights, and trips that no report counts. */
const happened: Step[] = [
  on(
    '20 Jun',
    entityIsAuthorisedUntil('31 Dec 27'),
    car('AAA111', { since: '5 Jan', licences: ['110011 5 Jan to 31 Jul'] }),
    car('BBB222', { since: '5 Jan', licences: ['220022 5 Jan'] }),
    car('CCC333', { since: '5 Jan', isSubstituteTaxi: true }),
    enters('Amy Old', '500001', 'AAA111', { since: '5 Jan', authorisationExpires: '31 Dec' }),
    enters('Ben Day', '500002', 'BBB222', { since: '1 Jul' }),
    enters('Cleo Ray', '500003', 'CCC333', {
      since: '5 Jan',
      licence: 'Substitute Taxi',
      isSubcontracted: true,
    }),
    car('DDD444', { since: '5 Jan', licences: ['440044 5 Jan'] }),
    enters('Dan Orr', '500004', 'DDD444', { since: '5 Jan' }),
  ),
  on(
    '1 Jul',
    chooses('Toowong 4066', 'Brisbane'),
    chooses('West End 4101', 'Brisbane'),
    // the first minute of the quarter, and of Ben
    drives('Ben', { at: '1 Jul 00:00' }),
    drives('Amy', { wait: 0 }),
    // a trip at the last minute of a shift over midnight, and the next one six minutes later
    works('Amy', '08:00', '09:30'),
    works('Ben', '00:00', '01:00'),
  ),
  on('2 Jul', works('Ben', '20:00', '04:00'), drives('Ben', { at: '2 Jul 23:54' })),
  on('3 Jul', drives('Ben', { at: '3 Jul 00:00' }), drives('Ben', { at: '3 Jul 04:00' })),
  // two drivers at one place and time, and one driver at two places
  on('10 Jul', drives('Cleo'), drives('Dan'), drives('Dan', { from: 'West End 4101' })),
  on('25 Jul', renews('AAA111', '110012 1 Aug')),
  on(
    '31 Jul',
    works('Amy', '08:00', '23:59'),
    drives('Amy', { at: '31 Jul 23:59' }),
    // Dan leaves on the day of his last trip, and his car goes
    drives('Dan', { at: '31 Jul 23:50' }),
    removes('Dan'),
    removesCar('DDD444'),
  ),
  on(
    '1 Aug',
    works('Amy', '00:00', '10:00'),
    drives('Amy', { at: '1 Aug 00:00', from: 'West End 4101' }),
    drives('Amy'),
  ),
  on(
    '5 Aug',
    changes('Amy', { lastName: 'Young', driverAuthorityLicense: '500009' }, '5 Aug'),
    replates('BBB222', 'BBB999', '5 Aug'),
    works('Amy', '08:00', '10:00'),
    works('Ben', '08:00', '10:00'),
    drives('Amy'),
    drives('Ben'),
  ),
  on('10 Aug', nowDrives('Cleo', 'AAA111', '10 Aug'), drives('Cleo')),
  on(
    '11 Aug',
    drives('Cleo', { in: 'CCC333' }),
    drives('Cleo', { at: '11 Aug 10:00', kind: 'rank-or-hail' }),
  ),
  on('12 Aug', drives('Cleo', { at: '12 Aug 10:00', kind: 'other-entity' })),
  // one that was logged twice, and deleted; one whose day was wrong, and corrected
  on('13 Aug', drives('Cleo', { at: '13 Aug 10:00' }), drives('Cleo', { at: '13 Aug 10:01' })),
  on('14 Aug', deletes('13 Aug 10:01'), drives('Cleo', { at: '14 Aug 10:00', wait: 1440 })),
  on('15 Aug', moves('14 Aug 10:00', '14 Aug 11:00')),
  on(
    '31 Aug',
    works('Ben', '08:00', '10:00'),
    drives('Ben'),
    changes('Ben', { endDate: '31 Aug' }, '31 Aug'),
  ),
  on(
    '30 Sep',
    works('Amy', '22:00', '06:00'),
    // the first hours that are recorded of Cleo
    works('Cleo', '08:00', '10:00'),
    drives('Amy', { at: '30 Sep 23:59' }),
    // after the quarter
    drives('Amy', { at: '1 Oct 00:30', from: 'Nowhere 9999' }),
    imports([
      'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
      '20/09/2026 10:00,500003,Toowong,4066,10',
    ]),
  ),
  on('5 Oct', lodges('Jul–Sep')),
];

test('an office with nothing wrong is asked nothing, of its quarter and of an answer to TMR', async () => {
  const office = await openOffice(it);
  for (const [day, ...acts] of happened) {
    await office.goTo(day);
    for (const act of acts) await act(office);
  }
  await office.goTo('10 Oct');
  const { agent } = office;
  const { period, from: firstDay, to: lastDay } = QUARTERS['Jul–Sep'];
  const request = { receivedOn: '2026-10-06', firstDay, lastDay };
  const { body: asked } = await agent.post('/api/tmr-requests').send(request).expect(201);
  const quarter = { report: 'quarterly', period };
  for (const path of ['/api/checks', `/api/tmr-requests/${asked.id}/checks`]) {
    const { body }: { body: Checks } = await agent
      .get(path)
      .query(path === '/api/checks' ? quarter : {})
      .expect(200);
    const questions = body.findings.filter(isQuestion).map(({ title, detail }) => `${title}. ${detail}`);
    expect.soft(questions, path).toEqual([]);
    expect.soft(body, path).toMatchObject({ left: 0, questions: 0, toLookAt: 0, placesToConfirm: 0 });
    expect(body.tripCount).toBeGreaterThan(15);
  }
});
