import type { DriverInput } from '@shared/driver-input';
import { addDays, brisbaneDay, brisbaneInstant, formatDay } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import type { PortalData } from '@shared/reports/reports';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip } from '../../test/builders';
import { readPdf } from '../../test/documents/pdf-reader';
import { createTestApp } from '../../test/http/create-test-app';

/**
 * What an office does with its drivers over three quarters, and the lines of each quarter's report as a person writes them by the
 * rule (docs/product/drivers.md#when-a-driver-ends): "name licence registration start end". Each report is made on the morning after its
 * quarter and once more a year after the last, and says the same both times.
 */
const it = createTestApp();

/** July to September 2026, October to December 2026, January to March 2027. */
const QUARTERS = ['Q1-2026', 'Q2-2026', 'Q3-2027'] as const;
const A_YEAR_LATER = '2028-04-01 08:00';

/** Who or which quarter, and when: a day in Brisbane, at 16:00 where no time is given. */
type Step =
  | [when: string, who: string, does: 'is entered' | 'is changed', details: Partial<DriverInput>]
  | [when: string, who: string, does: 'is switched off' | 'is switched on' | 'is removed' | 'drives']
  | [when: string, who: string, does: 'comes back', inCar: string]
  | [when: string, quarter: string, does: 'is lodged'];
type Lines = Record<(typeof QUARTERS)[number], string[]>;
type Story = {
  title: string;
  steps: Step[];
  lines: Lines;
  /** The quarters that say something else a year later, because what they said at once was corrected. */
  corrected?: Partial<Lines>;
};

const amy: Step = ['2026-06-20', 'Amy', 'is entered', { startDate: '2026-01-05' }];
const ben: Step = ['2026-06-21', 'Ben', 'is entered', { startDate: '2025-11-03' }];
const [amyStays, benStays] = ['Amy DA-AMY AMY1 05/01/2026 Current', 'Ben DA-BEN BEN1 03/11/2025 Current'];
const amyUntil = (day: string) => `Amy DA-AMY AMY1 05/01/2026 ${day}`;
const benUntil = (day: string) => `Ben DA-BEN BEN1 03/11/2025 ${day}`;

const stories: Story[] = [
  {
    title: 'Who leaves in Q2 has no end in Q1 and is not in Q3',
    steps: [amy, ['2026-11-10', 'Amy', 'is changed', { endDate: '2026-11-15' }]],
    lines: { 'Q1-2026': [amyStays], 'Q2-2026': [amyUntil('15/11/2026')], 'Q3-2027': [] },
  },
  {
    title: 'Who is switched off and stays off ends on that day',
    steps: [amy, ben, ['2026-11-10', 'Amy', 'is switched off']],
    lines: {
      'Q1-2026': [amyStays, benStays],
      'Q2-2026': [amyUntil('10/11/2026'), benStays],
      'Q3-2027': [benStays],
    },
  },
  {
    title: 'Who is off over the end of Q1 ends there, and is back in Q2 with the first start',
    steps: [amy, ['2026-09-20', 'Amy', 'is switched off'], ['2026-10-12', 'Amy', 'is switched on']],
    lines: { 'Q1-2026': [amyUntil('20/09/2026')], 'Q2-2026': [amyStays], 'Q3-2027': [amyStays] },
  },
  {
    title: 'Who is off during all of Q2 is not in it',
    steps: [amy, ['2026-09-20', 'Amy', 'is switched off'], ['2027-01-18', 'Amy', 'is switched on']],
    lines: { 'Q1-2026': [amyUntil('20/09/2026')], 'Q2-2026': [], 'Q3-2027': [amyStays] },
  },
  {
    title: 'Ten minutes before midnight is the last day of Q1, ten minutes after it the first of Q2',
    steps: [
      amy,
      ben,
      ['2026-09-30 23:50', 'Amy', 'is switched off'],
      ['2026-10-01 00:10', 'Ben', 'is switched off'],
    ],
    lines: {
      'Q1-2026': [amyUntil('30/09/2026'), benStays],
      'Q2-2026': [benUntil('01/10/2026')],
      'Q3-2027': [],
    },
  },
  {
    title: 'Who is entered switched off, and switched on after the start date, is in no report before',
    steps: [
      ['2026-08-10', 'Cai', 'is entered', { startDate: '2026-08-17', isActive: false }],
      ['2026-10-05', 'Cai', 'is switched on'],
    ],
    lines: {
      'Q1-2026': [],
      'Q2-2026': ['Cai DA-CAI CAI1 17/08/2026 Current'],
      'Q3-2027': ['Cai DA-CAI CAI1 17/08/2026 Current'],
    },
  },
  {
    title: 'Who has driven and is removed ends on that day',
    steps: [amy, ben, ['2026-10-20', 'Amy', 'drives'], ['2026-11-10', 'Amy', 'is removed']],
    lines: {
      'Q1-2026': [amyStays, benStays],
      'Q2-2026': [amyUntil('10/11/2026'), benStays],
      'Q3-2027': [benStays],
    },
  },
  {
    title: 'Who is removed and comes back within Q2, with another car, has two lines in it',
    steps: [
      amy,
      ['2026-10-05', 'Amy', 'drives'],
      ['2026-10-20', 'Amy', 'is removed'],
      ['2026-12-01', 'Amy', 'comes back', 'AMY2'],
      ['2026-12-02', 'Amy', 'drives'],
    ],
    lines: {
      'Q1-2026': [amyStays],
      'Q2-2026': [amyUntil('20/10/2026'), 'Amy DA-AMY AMY2 01/12/2026 Current'],
      'Q3-2027': ['Amy DA-AMY AMY2 01/12/2026 Current'],
    },
  },
  {
    title: 'Who is removed without a trip after Q1 was lodged stays in Q1 and ends in Q2',
    steps: [amy, ['2026-10-05', 'Q1-2026', 'is lodged'], ['2026-11-10', 'Amy', 'is removed']],
    lines: { 'Q1-2026': [amyStays], 'Q2-2026': [amyUntil('10/11/2026')], 'Q3-2027': [] },
  },
  {
    title: 'Who is removed without a trip before anything was lodged was entered by mistake',
    steps: [amy, ben, ['2026-11-10', 'Amy', 'is removed']],
    lines: { 'Q1-2026': [amyStays, benStays], 'Q2-2026': [benStays], 'Q3-2027': [benStays] },
    corrected: { 'Q1-2026': [benStays] },
  },
  {
    title: 'An end date that was wrong is corrected to one in the next quarter',
    steps: [
      amy,
      ['2026-09-10', 'Amy', 'is changed', { endDate: '2026-09-15' }],
      ['2026-10-20', 'Amy', 'is changed', { endDate: '2026-12-15' }],
    ],
    lines: { 'Q1-2026': [amyUntil('15/09/2026')], 'Q2-2026': [amyUntil('15/12/2026')], 'Q3-2027': [] },
    corrected: { 'Q1-2026': [amyStays] },
  },
  {
    title: 'Of an end date and a switch-off in Q2 the earlier is the end, whichever it is',
    steps: [
      amy,
      ben,
      ['2026-11-02', 'Amy', 'is changed', { endDate: '2026-11-05' }],
      ['2026-11-06', 'Ben', 'is switched off'],
      ['2026-11-20', 'Amy', 'is switched off'],
      ['2026-11-20', 'Ben', 'is changed', { endDate: '2026-11-27' }],
    ],
    lines: {
      'Q1-2026': [amyStays, benStays],
      'Q2-2026': [amyUntil('05/11/2026'), benUntil('06/11/2026')],
      'Q3-2027': [],
    },
  },
];

test.each(stories)('$title', async ({ steps, lines, corrected }) => {
  const office = await openOffice();
  const ahead = [...steps];
  for (const quarter of QUARTERS) {
    const morningAfter = `${brisbaneDay(readPeriod(quarter).range.to)} 08:00`;
    while (ahead[0] && timeOf(ahead[0]) < morningAfter) await office.take(ahead.shift() as Step);
    await office.goTo(morningAfter);
    expect(await office.report(quarter), `${quarter} at once`).toEqual(said(lines[quarter]));
  }
  expect(ahead).toEqual([]);
  await office.goTo(A_YEAR_LATER);
  for (const quarter of QUARTERS)
    expect(await office.report(quarter), `${quarter} a year later`).toEqual(
      said(corrected?.[quarter] ?? lines[quarter]),
    );
  expect(await office.changesSinceLodged()).toEqual({});
});

const timeOf = ([when]: Step) => (when.includes(' ') ? when : `${when} 16:00`);

/** What PDF and portal data say where a person writes these lines. Vehicles have dates of their own (dated-stories.test.ts). */
const said = (lines: string[]): Awaited<ReturnType<Office['report']>> => ({
  lines,
  saysNobody: lines.length === 0,
  drivers: lines.map((line) => line.replace(/^\S+ (\S+) \S+/, '$1')).sort(),
});

type Office = Awaited<ReturnType<typeof openOffice>>;

/** A new holder whose clock and drivers the steps move. */
async function openOffice() {
  it.setNow(brisbaneInstant('2026-06-01'));
  const { agent, login } = await it.signIn();
  const drivers = new Map<string, { id: string; input: DriverInput }>();

  async function goTo(time: string) {
    const [day = '', clock] = time.split(' ');
    const now = brisbaneInstant(day, clock);
    it.setNow(now);
    // a session does not last for the whole story
    await agent.post('/api/auth/login').send(login).expect(200);
    return { day, now };
  }

  async function change(who: string, details: Partial<DriverInput>) {
    const { id, input } = known(who);
    const changed = { ...input, ...details };
    await agent.put(`/api/drivers/${id}`).send(changed).expect(200);
    drivers.set(who, { id, input: changed });
  }

  const known = (who: string) => {
    const driver = drivers.get(who);
    if (!driver) throw new Error(`${who} was not entered`);
    return driver;
  };

  async function take(step: Step) {
    const { day, now } = await goTo(timeOf(step));
    const [, who, does] = step;
    const licence = `DA-${who.toUpperCase()}`;
    switch (does) {
      case 'is entered': {
        const input = buildDriver({
          firstName: who,
          lastName: null,
          driverAuthorityLicense: licence,
          vehicleRegistrationNumber: `${who.toUpperCase()}1`,
          ...step[3],
        });
        const { body } = await agent.post('/api/drivers').send(input).expect(201);
        drivers.set(who, { id: body.id, input });
        return;
      }
      case 'is changed':
        return change(who, step[3]);
      case 'is switched off':
        return change(who, { isActive: false });
      case 'is switched on':
        return change(who, { isActive: true });
      case 'is removed':
        await agent.delete(`/api/drivers/${known(who).id}`).expect(204);
        return;
      case 'comes back': {
        const { id } = known(who);
        await agent.post(`/api/drivers/${id}/restore`).send({ from: day }).expect(200);
        const car = { registration: step[3], licence: 'BHSL-2', from: day };
        await agent.post(`/api/drivers/${id}/vehicle`).send(car).expect(200);
        return;
      }
      case 'drives': {
        const driver = { id: known(who).id, driverAuthorityLicense: licence };
        const trip = buildTrip(driver, { datetime: now.toISOString() });
        await agent.post('/api/trips').send(trip).expect(201);
        return;
      }
      case 'is lodged':
        await agent
          .post('/api/lodgements')
          .send({ report: 'quarterly', period: who, lodgedOn: addDays(day, -1) })
          .expect(201);
    }
  }

  async function report(period: (typeof QUARTERS)[number]) {
    const [quarter, year] = period.split('-');
    const pdf = await agent
      .post('/api/reports/quarterly')
      .send({ quarter, year: Number(year) })
      .buffer(true)
      .expect(200);
    const { lines, text } = await readPdf(pdf.body);
    const line = /^\S+ DA-\S+ \S+ \d\d\/\d\d\/\d{4} (?:\d\d\/\d\d\/\d{4}|Current)$/;
    const portal: PortalData = (
      await agent.get('/api/reports/portal-data').query({ report: 'quarterly', period }).expect(200)
    ).body;
    const rowsOf = (id: string) => portal.parts.find((part) => part.id === id)?.rows ?? [];
    const days = ([start, end]: unknown[]) =>
      `${formatDay(String(start))} ${end ? formatDay(String(end)) : 'Current'}`;
    return {
      lines: lines.filter((text) => line.test(text)),
      saysNobody: text.includes('No drivers were affiliated in this quarter.'),
      drivers: rowsOf('drivers')
        .map(([licence, ...dates]) => `${licence} ${days(dates)}`)
        .sort(),
    };
  }

  const changesSinceLodged = async () => (await agent.get('/api/lodgements/changes').expect(200)).body;

  return { goTo, take, report, changesSinceLodged };
}
