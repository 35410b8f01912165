import { brisbaneInstant } from '@shared/periods';
import { dueReports } from '@shared/reports/lodgements';
import { expect, test } from 'vitest';
import { createTestApp } from '../http/create-test-app';
import {
  readAnnual,
  readAnswer,
  readChecks,
  readLists,
  readPortal,
  readQuarterly,
  readRecords,
} from './documents';
import { isoDay, type Office, openOffice } from './office';
import { type Lines, QUARTERS, type QuarterName, type Story } from './story';

/** Tells each story to a new holder, then compares every document with what a person wrote. Call it once a file. */
export function tell(stories: readonly Story[]): void {
  const it = createTestApp();
  test.each(stories.map((story) => [story.title, story] as const))(
    '%s',
    async (_, { happened, readOn = '10 Jan 27', quarters, annual, forms, due }) => {
      const office = await openOffice(it);
      for (const [day, ...acts] of happened) {
        await office.goTo(day);
        for (const act of acts) await act(office);
      }
      await office.goTo(readOn);
      const told = Object.entries(quarters) as [QuarterName, Lines][];
      const records = await readRecords(
        office,
        told.map(([name]) => QUARTERS[name]),
      );
      for (const [name, lines] of told)
        await expectDocuments(office, name, lines, { records, today: isoDay(readOn) });
      if (annual) expect.soft(await readAnnual(office), 'annual report').toEqual(annual);
      if (forms) expect.soft(await formsOf(office), 'forms of the drivers').toEqual(forms);
      if (due)
        expect.soft(await readDue(office, brisbaneInstant(isoDay(readOn))), 'due reports').toEqual(due);
    },
  );
}

async function formsOf(office: Office) {
  const forms = (await office.drivers()).map(
    ({ firstName, lastName, vehicleRegistrationNumber, bookedHireServiceLicense }) =>
      [firstName, lastName, vehicleRegistrationNumber, bookedHireServiceLicense].join(' '),
  );
  return forms.sort();
}

/** The reports that can be lodged. */
async function readDue({ agent }: Office, now: Date) {
  const { body } = await agent.get('/api/lodgements').expect(200);
  return dueReports(now, body).flatMap(({ key, state }) => (state === 'running' ? [] : [key]));
}

const DAY = String.raw`\d{1,2} [A-Z][a-z]{2}(?: \d\d)?`;
/** The parts of a line of a driver or vehicle: what stands before its days, the first and the last day. */
function splitDays(text: string) {
  const [, before = '', start = '', end = ''] =
    new RegExp(`^(.+) (${DAY}) (${DAY}|Current)$`).exec(text) ?? [];
  if (!before) throw new Error(`${text} has no days`);
  return { before, days: `${start} ${end === 'Current' ? '–' : end}` };
}

/** TMR's portal asks for a driver's number without the name and car. */
function portalDriver(text: string) {
  const { before, days } = splitDays(text);
  return `${before.split(' ').at(-2)} ${days}`;
}

/** The portal's field of a licence number stays empty where there is none, whatever the reason. */
function portalVehicle(text: string) {
  const { before, days } = splitDays(text);
  return `${before.replace(/ (Substitute taxi|Not known|Expired .+)$/, ' –')} ${days}`;
}

const withoutNumber = (shift: string) => shift.replace(/ (\S+) (\S+)$/, ' $2');

type Read = { records: Awaited<ReturnType<typeof readRecords>>; today: string };

async function expectDocuments(office: Office, name: QuarterName, lines: Lines, { records, today }: Read) {
  const quarter = QUARTERS[name];
  const report = await readQuarterly(office, quarter);
  const portal = await readPortal(office, quarter);
  const lists = await readLists(office, quarter);
  const answer = await readAnswer(office, quarter, today);
  const findings = await readChecks(office, quarter);

  const { trips = [], shifts = [], areas = [], inNoArea = [], asks = [], neverAsks = [], says = [] } = lines;
  const shown = trips.filter((one) => !one.includes(' deleted by '));
  const counted = shown.filter((one) => !one.endsWith(' not booked'));
  const isIn = (words: string) => (finding: string) =>
    words.split(' ').every((word) => finding.includes(word));
  const found = {
    'quarterly report: drivers': report.drivers.sort(),
    'portal: drivers': portal.drivers.sort(),
    'quarterly report: vehicles': report.vehicles.sort(),
    'portal: vehicles': portal.vehicles.sort(),
    'quarterly report: counts': report.counts,
    'quarterly report: areas': report.areas,
    'quarterly report: trips and areas served': report.figures,
    'portal: areas': portal.areas,
    'quarterly report: trips by driver': report.byDriver.sort(),
    'quarterly report: trips': report.trips.sort(),
    'reports of the drivers': lists.driverReports.sort(),
    'Trip History': lists.history.sort(),
    export: lists.exported.sort(),
    'records: trips': records.tripsOf(quarter).sort(),
    'answer: trips': answer.trips.sort(),
    'list of shifts': lists.shifts.sort(),
    'records: shifts': records.shiftsOf(quarter).sort(),
    'answer: shifts': answer.shifts.sort(),
    hours: lists.hours,
    'answer: drivers': answer.drivers.sort(),
    'answer: vehicles': answer.vehicles.sort(),
    'answer: licences': answer.licences.sort(),
    'answer: subcontracted': answer.subcontracted.sort(),
    'not asked': asks.filter((words) => !findings.some(isIn(words))),
    'asked in vain': findings.filter((finding) => neverAsks.some((words) => isIn(words)(finding))),
    'not said': says.filter((text) => !report.text.includes(text)),
  };
  expect.soft(found, name).toEqual({
    'quarterly report: drivers': lines.drivers.toSorted(),
    'portal: drivers': lines.drivers.map(portalDriver).sort(),
    'quarterly report: vehicles': lines.vehicles.toSorted(),
    'portal: vehicles': lines.vehicles.map(portalVehicle).sort(),
    'quarterly report: counts': lines.counts,
    'quarterly report: areas': [...areas, ...inNoArea],
    'quarterly report: trips and areas served': `${counted.length} and ${areas.length}`,
    'portal: areas': areas.map((area) => area.replace(/Not known$/, '–')),
    'quarterly report: trips by driver': (lines.byDriver ?? []).toSorted(),
    'quarterly report: trips': counted.toSorted(),
    'reports of the drivers': counted.toSorted(),
    'Trip History': shown.toSorted(),
    export: shown.toSorted(),
    'records: trips': trips.toSorted(),
    'answer: trips': trips.toSorted(),
    'list of shifts': shifts.map(withoutNumber).sort(),
    'records: shifts': shifts.toSorted(),
    'answer: shifts': shifts.toSorted(),
    hours: lines.hours ?? [],
    'answer: drivers': lines.answerDrivers.toSorted(),
    'answer: vehicles': lines.answerVehicles.toSorted(),
    'answer: licences': lines.licences.toSorted(),
    'answer: subcontracted': (lines.subcontracted ?? []).toSorted(),
    'not asked': [],
    'asked in vain': [],
    'not said': [],
  });
}
