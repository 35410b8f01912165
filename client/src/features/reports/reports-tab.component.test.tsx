import type { Finding } from '@shared/reports/checks';
import type { ChangesSince, Lodgement } from '@shared/reports/lodgements';
import type { PortalData } from '@shared/reports/reports';
import type { RecentStatistics } from '@shared/reports/statistics';
import { reportsPath } from '@shared/to-do/to-do';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildLodgement, buildTrip } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import type { Call } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { openTab, toast, toasts } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const failure = new Response(null, { status: 500 });
const quarter = page.getByLabelText('Quarter', { exact: true });
const year = page.getByLabelText('Year', { exact: true });

test('without a period the download says what to choose, and another period keeps what was ticked', async () => {
  await openApp('/?tab=reports');
  const detailed = page.getByLabelText('Include the trip list');
  await detailed.click();
  for (const field of [quarter, year]) {
    await field.selectOptions('');
    await page.getByRole('button', { name: 'Download quarterly report' }).click();
    await expect(toast('Error')).toBeVisible();
    await expect(toast('Please select quarter and year')).toBeVisible();
    await toasts.getByRole('button', { name: 'Close' }).click();
    await year.selectOptions('2026');
    await quarter.selectOptions('Q1');
    await expect(page.getByRole('heading', { name: 'Quarterly report, Q1 (Jul–Sep 2026)' })).toBeVisible();
    await expect(detailed).toBeChecked();
  }
  const panel = page.getByRole('region', { name: 'What is due?' });
  await panel.getByLabelText('Report', { exact: true }).selectOptions('annual');
  await panel.getByLabelText('Financial Year').selectOptions('');
  await panel.getByRole('button', { name: 'Download annual report' }).click();
  await expect(toast('Please select financial year')).toBeVisible();
});

test('who waits for a document sees how many come first', async () => {
  const queue = { ahead: 2 as number | null };
  let answer = (_: Response) => {};
  const made = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  await openApp('/?tab=reports', {
    answers: { 'GET /api/work': () => queue, 'POST /api/reports/quarterly': () => made },
    runs: true,
  });
  expectedErrors.push(/500.*api\/reports/);
  await page.getByRole('button', { name: 'Download quarterly report' }).click();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(2000);
  await expect(page.getByRole('button', { name: 'Waiting: 2 before you' })).toBeVisible();
  queue.ahead = null;
  await vi.advanceTimersByTimeAsync(2000);
  await expect(page.getByRole('button', { name: 'Waiting: 2 before you' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeVisible();
  answer(failure);
  await expect(toast('Failed to generate quarterly report')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generating...' })).toBeHidden();
});

test('a report that cannot be made says why', async () => {
  expectedErrors.push(/500.*api\/reports/);
  const server = await openApp('/?tab=reports&period=2026-2027', {
    answers: { 'POST /api/reports/annual': failure },
  });
  await page.getByRole('button', { name: 'Download annual report' }).click();
  await expect(toast('Failed to generate annual report')).toBeVisible();
  expect(server.sent('POST /api/reports/annual')).toEqual([{ financialYear: '2026-2027' }]);
});

test('what happened is drawn, stands in tables, and each mark opens its trips', async () => {
  const trips = [
    buildTrip(amy, { waitingTime: 4 }),
    buildTrip(amy, { waitingTime: 5 }),
    buildTrip(amy, { waitingTime: 40, datetime: '2025-11-21T01:00:00.000Z' }),
  ];
  const figures = { tripCount: 2, avgWaitTime: 4.5, unknownWaits: 0, postcodes: 1, drivers: 1 };
  const recent: RecentStatistics = {
    ...emptyAnswers['GET /api/statistics/recent'],
    quarter: figures,
    waiting: [0, 2, 0, 0, 0, 0, 0, 0],
    drivers: [
      { name: 'Amy Young', driverAuthorityLicense: 'DA-1', tripCount: 2, avgWaitTime: 4.5, unknownWaits: 0 },
    ],
  };
  await openApp('/reports/charts', {
    answers: {
      ...storeTrips([amy], trips),
      'GET /api/statistics': {
        totalTrips: 3,
        avgWaitTime: 16.3,
        unknownWaits: 1,
        uniquePostcodes: 1,
        activeDrivers: 1,
      },
      'GET /api/statistics/recent': recent,
      'GET /api/statistics/months': [
        { month: '2025-11', tripCount: 1, avgWaitTime: 40, unknownWaits: 0 },
        { month: '2026-11', tripCount: 2, avgWaitTime: 4.5, unknownWaits: 0 },
      ],
      'GET /api/top-locations': [{ suburb: 'Toowong', postcode: '4066', tripCount: 3 }],
    },
  });
  const months = page.getByRole('figure', { name: /^Trips by month: most in .*, 2$/ });
  await expect(months.getByRole('link')).toHaveCount(12);
  const waiting = page.getByRole('figure', { name: 'Trips by minutes waited: most waited 1–5, 2' });
  await expect(waiting.getByRole('link')).toHaveCount(8);
  for (const mark of ['Trips', 'A year before', 'Not over yet'])
    await expect(page.getByText(mark, { exact: true }).first()).toBeVisible();
  await page.getByText('Figures as a table').first().click();
  const table = page.getByRole('table', { name: 'Trips and average wait by month' });
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(table.getByRole('row').last()).toHaveTextContent(/\d{4}214\.5$/);
  const history = page.getByRole('tabpanel', { name: 'Trip History' });
  const backToCharts = async () => {
    await openTab('Reports');
    await page.getByRole('link', { name: 'Charts and map' }).click();
  };
  for (const mark of [
    months.getByRole('link').last(),
    page.getByRole('list', { name: 'Busiest drivers' }).getByRole('link'),
  ]) {
    await mark.click();
    await expect(history.getByText('2 trips match')).toBeVisible();
    await backToCharts();
  }
  await waiting.getByRole('link', { name: 'Trips that waited 6–10 min: 0, 0 %' }).click();
  await history.getByRole('button', { name: 'Remove the filter Waited 6–10 min' }).click();
  await expect(history.getByText('2 trips match')).toBeVisible();

  await openTab('Reports');
  await expect(page.getByText('A year ago').nth(1).element().parentElement).toHaveTextContent(
    /^A year ago–$/,
  );
  await expect(page.getByText('wait known for 2 of 3 trips')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Total Trips, this quarter: 2' })).toBeVisible();
  await page.getByRole('list', { name: 'Top Locations' }).getByRole('link').click();
  await expect(history.getByText('3 trips match')).toBeVisible();
});

const withTrips = {
  ...emptyAnswers['GET /api/statistics'],
  totalTrips: 1,
};
const active = { ...emptyAnswers['GET /api/lodgements'], activity: { from: '2026-07-01', to: null } };
const sinceJune = { ...active, registeredOn: '2026-06-01', activity: { from: '2026-06-01', to: null } };
const lodged = buildLodgement();
const oddNumber: Finding = {
  kind: 'number-form',
  title: 'The BEA Number is not five or six digits',
  detail: 'Compare it with the one that TMR issued. It can be lodged as it is.',
  trips: null,
  examples: [],
  fixes: [],
};

const unconfirmed: Finding = {
  ...oddNumber,
  kind: 'areas',
  title: 'Confirm 2 taxi areas',
  detail: 'We guessed them from the map.',
};

test('a quarter is lodged in four clicks: copy, mark, confirm, after the tab', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const lodgements: Lodgement[] = [];
  await openApp('/', {
    answers: {
      'GET /api/lodgements': () => ({ ...active, registeredOn: '2026-10-01', lodgements }),
      // a number with letters in it is a remark, and no problem
      'GET /api/checks': { ...emptyAnswers['GET /api/checks'], tripCount: 2, findings: [oddNumber] },
      'GET /api/reports/portal-data': {
        parts: [
          {
            id: 'postcodes',
            title: 'Trips by postcode',
            columns: [{ label: 'Postcode', kind: 'text' }],
            rows: [['4066']],
          },
        ],
      } satisfies PortalData,
      'POST /api/lodgements': () => {
        lodgements.push(lodged);
        return lodged;
      },
    },
  });
  await openTab('Reports');
  const steps = page.getByRole('list', { name: 'Steps' });
  const headings = () =>
    steps
      .getByRole('heading')
      .all()
      .map((heading) => heading.element().textContent);
  await expect(steps.getByText('No questions · 1 remark · 2 trips in all')).toBeVisible();
  await expect
    .poll(headings)
    .toEqual([
      'Step 1: What would an inspector ask?, done',
      "Step 2: Copy to TMR's portal",
      'Step 3: Mark as lodged',
    ]);
  await steps.getByRole('button', { name: 'Copy all' }).click();
  await expect(toast('Copied')).toBeVisible();
  expect(copy).toHaveBeenCalledWith(expect.stringContaining('4066'));
  await steps.getByRole('button', { name: 'Mark as lodged' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as lodged' }).click();
  await expect
    .poll(headings)
    .toEqual([
      'Step 1: What would an inspector ask?, done',
      "Step 2: Copy to TMR's portal, done",
      'Step 3: Marked as lodged, done',
    ]);
  await expect(steps.getByRole('button', { name: 'Undo: marked as lodged' })).toBeVisible();
});

test('remarks are folded where there is anything to do, and a number opens what has it', async () => {
  const finding = {
    ...oddNumber,
    title: '1 driver authorisation number is not digits only',
    fixes: [{ opens: 'driver' as const, id: 'amy', label: 'DA-1', of: 'Amy Young' }],
  };
  await openApp('/?tab=reports', {
    answers: {
      'GET /api/lodgements': { ...active, registeredOn: '2026-10-01' },
      'GET /api/checks': {
        ...emptyAnswers['GET /api/checks'],
        placesToConfirm: 2,
        questions: 1,
        findings: [unconfirmed, finding],
      },
    },
  });
  await expect(page.getByText('1 question · 1 remark')).toBeVisible();
  await expect(page.getByText(finding.title)).toBeHidden();
  await page.getByRole('button', { name: 'Show 1 remark' }).click();
  await expect(page.getByText(finding.title)).toBeVisible();
  await expect(page.getByText('Amy Young')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open DA-1' })).toHaveAttribute(
    'href',
    '/?tab=drivers&driver=amy',
  );
});

test('a lodged report is amended, which asks why, and the documents of both stay', async () => {
  const document = {
    name: 'quarterly-report-Q1-2026.pdf',
    mediaType: 'application/pdf',
    size: 9,
    sha256: 'c',
  };
  const first = buildLodgement({ lodgedOn: '2026-10-20', reference: 'R-1', documents: [document] });
  const lodgements = [first];
  const changes: ChangesSince = {
    figures: [
      {
        ...{ label: 'Total waiting', lodged: '1,995 min', now: '2,020 min', by: '+25 min' },
        ...{ difference: null, of: null, times: 1, last: null },
      },
    ],
    trips: {
      count: 60,
      listed: [
        {
          trip: buildTrip(amy, { suburb: 'Toowong', postcode: '4066', datetime: '2026-08-15T02:00:00.000Z' }),
          isDeleted: false,
          event: {
            ...{
              id: 'e',
              at: '2026-11-21T02:04:00.000Z',
              entity: 'trip',
              entityId: 't',
              action: 'updated',
              subject: null,
            },
            person: 'Ann Lee',
            changes: { waitingTime: { from: 5, to: 30 } },
          },
        },
      ],
    },
    total: { trips: 1, waiting: 5 },
    left: { figures: 0, difference: { trips: 0, waiting: 0 } },
  };
  const changedSince: Finding = {
    ...unconfirmed,
    kind: 'changed-since',
    title: 'Q1 (Jul–Sep 2026) differs from what was lodged in 1 figure',
  };
  const server = await openApp('/?tab=reports', {
    on: 'phone',
    answers: {
      'GET /api/lodgements': () => ({ ...active, registeredOn: '2026-10-01', lodgements }),
      'GET /api/lodgements/changes': () => (lodgements.length === 1 ? { [first.id]: changes } : {}),
      'GET /api/checks': { ...emptyAnswers['GET /api/checks'], questions: 1, findings: [changedSince] },
      'POST /api/lodgements': ({ body }: Call<Partial<Lodgement>>) => {
        const amendment = buildLodgement({ ...body, amends: first.id, documents: [document] });
        lodgements.splice(0, 1, amendment, { ...first, amendedBy: amendment.id });
        return amendment;
      },
    },
  });
  await year.selectOptions('2026');
  await quarter.selectOptions('Q1');
  await expect(page.getByText('Changed since you lodged it')).toBeVisible();
  await expect(page.getByText('+25 min')).toBeVisible();
  const trips = page.getByRole('list', { name: 'Trips that changed' });
  await expect(trips).toHaveTextContent(
    'Toowong 4066, 15/08/2026 12:00, Amy YoungAnn Lee changed the waiting time from 5 min to 30 min. 21/11/2026 12:04',
  );
  await expect(page.getByText('And 59 more.')).toBeVisible();
  // the question of what changed is asked above the steps, and counted
  await expect(page.getByText('1 question', { exact: true })).toBeVisible();
  await expect(page.getByText('differs from what was lodged')).toBeHidden();
  await page.getByRole('button', { name: 'See what, above' }).click();
  await expect(page.getByRole('region', { name: 'Changed since you lodged it' })).toHaveFocus();
  await expect(page.getByText('What would an inspector ask?, done')).toBeHidden();
  await expectNoViolations();
  await trips.getByRole('button', { name: /^Edit trip: Toowong/ }).click();
  await page.getByRole('dialog', { name: 'Edit Trip' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Record a correction', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a correction' });
  await expect(dialog).toHaveTextContent('Quarterly report, Q1 (Jul–Sep 2026), lodged on 20/10/2026.');
  await dialog.getByLabelText('Reference').fill('R-2');
  await dialog.getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(dialog.getByText('Please enter why it was lodged again')).toBeVisible();
  await expectNoViolations();
  await dialog.getByLabelText('Why it was lodged again').fill('A trip was missing');
  await dialog.getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(toast('Correction recorded')).toBeVisible();
  expect(server.sent('POST /api/lodgements')).toEqual([
    {
      report: 'quarterly',
      period: 'Q1-2026',
      lodgedOn: '2026-11-22',
      reference: 'R-2',
      amends: first.id,
      reason: 'A trip was missing',
    },
  ]);
  await expect(page.getByText('on 22/11/2026, reference R-2')).toBeVisible();
  await expect(page.getByText('Amended because: A trip was missing')).toBeVisible();
  await expect(page.getByText('Changed since you lodged it')).toBeHidden();
  for (const [index, name] of [
    'Documents as lodged',
    'Documents as lodged on 20/10/2026, amended since',
  ].entries()) {
    const list = page.getByRole('list', { name, exact: true });
    await expect(list).toBeHidden();
    await page.getByText('1 document', { exact: true }).nth(index).click();
    await expect(list.getByRole('button', { name: /^Download: quarterly/ })).toBeVisible();
  }
  await expectNoViolations();
});

test('a running quarter is not lodged yet', async () => {
  await openApp('/?tab=reports', {
    answers: { 'GET /api/lodgements': active, 'GET /api/statistics': withTrips },
  });
  await expect(page.getByText('Quarter ends in 39 days, due 28/01/2027')).toBeVisible();
  await expect(page.getByText('From 01/01/2027, once the quarter is over.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as lodged' })).toBeHidden();
});

const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING;

test('a report that was due before the holder registered is asked about once', async () => {
  const list = { ...active, asked: ['Q1-2026', '2025-2026'] };
  const answered = { ...list, asked: ['2025-2026'], notLodged: ['Q1-2026'] };
  const server = await openApp('/?tab=reports', { answers: { 'GET /api/lodgements': list } });
  const question = page.getByText('Have you lodged Q1 (Jul–Sep 2026)?');
  await expect(question).toBeVisible();
  await expect(quarter).toHaveValue('Q1');
  const asked = page.getByRole('heading', { name: 'Quarterly report, Q1 (Jul–Sep 2026)' });
  // the question is in the quarter's panel, and says once how late it is
  expect(asked.query()?.compareDocumentPosition(question.element())).toBe(FOLLOWING);
  await expect.poll(() => page.getByText('28/10/2026').elements()).toHaveLength(1);
  await quarter.selectOptions('Q2');
  await expect(question).toBeHidden();
  await quarter.selectOptions('Q1');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Yes, lodged' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as lodged' });
  await expect(dialog).toHaveTextContent('Quarterly report, Q1 (Jul–Sep 2026)');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  server.change({ 'POST /api/lodgements/not-lodged': undefined, 'GET /api/lodgements': answered });
  await page.getByRole('button', { name: 'Not yet' }).click();
  await expect(page.getByText('Overdue 28/10/2026, 25 days ago')).toBeVisible();
  await expect(question).toBeHidden();
  expect(server.sent('POST /api/lodgements/not-lodged')).toEqual([
    { report: 'quarterly', period: 'Q1-2026' },
  ]);
});

test('a figure says which trips it has to be read with, and opens them', async () => {
  const counts: Record<string, number> = {
    'kind=rank-or-hail': 2,
    'kind=other-entity': 4,
    'waiting=1441-': 3,
  };
  await openApp('/?tab=reports', {
    on: 'desk',
    answers: {
      'GET /api/statistics': withTrips,
      'GET /api/trips': ({ query }: Call) => {
        const filters = new URLSearchParams(query);
        filters.delete('limit');
        return { trips: [], total: counts[`${filters}`] ?? 0 };
      },
    },
  });
  await expect(page.getByText('2 rank or hail')).toBeVisible();
  await expect(page.getByText('4 for another booking entity')).toBeVisible();
  await expect(page.getByText('3 waited more than a day')).toBeVisible();
  await page.getByRole('link', { name: 'Average Wait Time: 3 waited more than a day' }).click();
  expect(location.search).toBe('?tab=history&waiting=1441-');
});

test('a server that fails is one message with one way to try again', async () => {
  expectedErrors.push(/500/);
  const failure = () => new Response(null, { status: 500 });
  const server = await openApp('/?tab=reports', {
    answers: {
      'GET /api/lodgements': failure,
      'GET /api/statistics': failure,
      'GET /api/to-do': failure,
    },
  });
  await expect(page.getByText('Reports could not be loaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  server.change(emptyAnswers);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'What is due?' })).toBeVisible();
});

test('marking as lodged says that documents are made, and can be undone at once', async () => {
  const lodgements: Lodgement[] = [];
  let make = () => {};
  const made = new Promise<void>((resolve) => {
    make = resolve;
  });
  await openApp('/?tab=reports', {
    answers: {
      'GET /api/lodgements': () => ({ ...active, lodgements }),
      'POST /api/lodgements': async () => {
        await made;
        lodgements.push(lodged);
        return lodged;
      },
      'DELETE /api/lodgements/:id': () => void lodgements.pop(),
    },
  });
  await year.selectOptions('2026');
  await quarter.selectOptions('Q1');
  await page.getByRole('button', { name: 'Mark as lodged', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(page.getByRole('button', { name: 'Making the documents...' })).toBeVisible();
  make();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(toast('No longer marked as lodged')).toBeVisible();
  await expect(page.getByText('Not lodged', { exact: true })).toBeVisible();
});

test('an address opens Reports at its report, the choice goes into the address, and Back comes back to it', async () => {
  await openApp('/?tab=reports&period=2025-2026', {
    answers: { 'GET /api/lodgements': sinceJune },
  });
  await expect(page.getByRole('heading', { name: 'Annual report, 2025-2026' })).toBeVisible();
  await expect(page.getByText(/^TMR takes the year in its portal/)).toBeVisible();
  const report = page.getByLabelText('Report', { exact: true });
  await report.selectOptions('quarterly');
  await quarter.selectOptions('Q4');
  await expect.poll(() => location.search).toBe('?tab=reports&period=Q4-2026');
  await report.selectOptions('annual');
  await expect(page.getByLabelText('Financial Year')).toHaveValue('2025-2026');
  await page.getByRole('link', { name: 'Fill TMR Form F5320' }).click();
  await expect(page.getByLabelText('Financial Year')).toHaveValue('2025-2026');
  await page.getByRole('link', { name: 'Lodge 2025-2026 in three steps' }).click();
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('heading')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Annual report, 2025-2026' })).toBeVisible();
  await page.getByRole('link', { name: "Data for TMR's portal" }).click();
  await page.getByRole('link', { name: 'Back to Reports' }).click();
  await expect(page.getByRole('heading', { name: 'Annual report, 2025-2026' })).toBeVisible();
});

test('a line of To do leads to its report, also a second time', async () => {
  const title = 'Quarterly report, Q1 (Jul–Sep 2026)';
  await openApp('/?tab=reports', {
    on: 'phone',
    answers: {
      'GET /api/lodgements': sinceJune,
      'GET /api/to-do': [{ kind: 'report', title, due: '2026-10-28', href: reportsPath('Q1-2026') }],
    },
  });
  const report = page.getByRole('region', { name: 'What is due?' });
  for (const time of ['first', 'second']) {
    await page.getByRole('link', { name: `Lodge: ${title}` }).click();
    await expect(report, time).toHaveFocus();
    await expect.poll(() => Math.abs(report.element().getBoundingClientRect().top)).toBeLessThan(100);
    await expect.poll(() => location.search).toBe('?tab=reports&period=Q1-2026');
  }
  await expectNoViolations();
});

test('an address of a period that lies ahead is that of none', async () => {
  await openApp('/?tab=reports&period=Q4-2099', { answers: { 'GET /api/lodgements': sinceJune } });
  await expect(page.getByRole('heading', { name: /^Quarterly report, Q/ })).toBeVisible();
  await expect(year).not.toHaveTextContent('2099');
});

test('choosing the annual report begins with the year that is due', async () => {
  await openApp('/?tab=reports&period=Q1-2026', {
    answers: { 'GET /api/lodgements': sinceJune },
  });
  await page.getByLabelText('Report', { exact: true }).selectOptions('annual');
  await expect(page.getByRole('heading', { name: 'Annual report, 2025-2026' })).toBeVisible();
  await expect(page.getByText('Overdue').first()).toBeVisible();
});

test('a report of which some cells were copied is lodged after one question, and the step is done if TMR has all', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const lodgements: Lodgement[] = [];
  await openApp('/portal/Q1-2026', {
    answers: {
      'GET /api/lodgements': () => ({ ...active, registeredOn: '2026-10-01', lodgements }),
      'GET /api/reports/portal-data': {
        parts: [
          {
            id: 'drivers',
            title: 'Affiliated drivers',
            columns: [{ label: 'Driver authorisation', kind: 'text' }],
            rows: [['11'], ['12']],
          },
        ],
      } satisfies PortalData,
      'POST /api/lodgements': () => {
        lodgements.push(lodged);
        return lodged;
      },
    },
  });
  await page.getByRole('gridcell').first().click();
  await page.getByRole('link', { name: 'Back to Reports' }).click();
  const mark = page.getByRole('button', { name: 'Mark as lodged', exact: true });
  await mark.click();
  const question = page.getByRole('alertdialog', { name: 'Does TMR have all the figures?' });
  await expect(question).toHaveTextContent('1 of 2 cells are ticked as copied.');
  await question.getByRole('button', { name: 'Not yet' }).click();
  await mark.click();
  await question.getByRole('button', { name: 'Yes, all of them' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as lodged' }).click();
  await expect(page.getByText("Copy to TMR's portal, done")).toBeVisible();
  await expect(page.getByText('2 of 2 cells copied')).toBeVisible();
});
