import type { ChangeTmrRequest, TmrRequest } from '@shared/tmr-requests/tmr-requests';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, NOW } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { openApp, reload } from '@test/open-app';
import { toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const HIGH = { width: 1280, height: 1000 };
const adding = page.getByRole('dialog', { name: 'New Request' });
const editing = page.getByRole('dialog', { name: 'Edit Request' });
const answering = page.getByRole('dialog', { name: 'Answer TMR' });

const build = (overrides: Partial<TmrRequest> = {}): TmrRequest => ({
  id: 'request-1',
  reference: 'TMR-77',
  asked: 'All trips of Mr Wu.',
  receivedOn: '2026-11-02',
  dueOn: '2026-11-30',
  firstDay: '2026-07-01',
  lastDay: '2026-09-30',
  driverIds: null,
  vehicleIds: null,
  answeredOn: null,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...overrides,
});

/** Keeps these requests as the server does. */
function store(requests: TmrRequest[]): Answers {
  let deleted: TmrRequest[] = [];
  return {
    'GET /api/tmr-requests': () => requests,
    'GET /api/tmr-requests/choices': {
      drivers: [
        { id: 'amy', name: 'Amy Young', driverAuthorityLicense: 'DA-1', isRemoved: false },
        { id: 'chi', name: 'Chi Wu', driverAuthorityLicense: 'DA-2', isRemoved: true },
      ],
      vehicles: [{ id: 'car', registration: '123ABC', description: 'Camry', isRemoved: false }],
    },
    'GET /api/tmr-requests/:id/checks': emptyAnswers['GET /api/checks'],
    'POST /api/tmr-requests': ({ body }: Call<ChangeTmrRequest>) => {
      const request = build({
        ...body,
        dueOn: body.dueOn ?? '2026-12-20',
        id: 'request-2',
      } as Partial<TmrRequest>);
      requests.push(request);
      return request;
    },
    'PUT /api/tmr-requests/:id': ({ params, body }: Call<ChangeTmrRequest>) => {
      const index = requests.findIndex(({ id }) => id === params.id);
      const { version: _, ...changes } = body;
      const before = requests[index] ?? build();
      const request = { ...before, ...changes, version: before.version + 1 } as TmrRequest;
      requests.splice(index, 1, request);
      return request;
    },
    'DELETE /api/tmr-requests/:id': () => {
      deleted = requests.splice(0);
      return undefined;
    },
    'POST /api/tmr-requests/:id/restore': () => {
      requests.push(...deleted);
      return deleted[0];
    },
    'GET /api/tmr-requests/:id/answer': () =>
      new Response('PK', { headers: { 'Content-Type': 'application/zip' } }),
  };
}

const longWaits: Answers = {
  'GET /api/tmr-requests/:id/checks': {
    ...emptyAnswers['GET /api/checks'],
    findings: [
      {
        kind: 'long-wait',
        title: '2 trips waited more than a day',
        detail: 'Waiting time is in minutes.',
        trips: { startDate: '2026-07-01', endDate: '2026-07-02', waiting: '1441-' },
        examples: [buildTrip(buildDriver(), { waitingTime: 1500 })],
        fixes: [],
      },
    ],
    questions: 1,
    tripCount: 9,
    seen: '1-4f53cda18c2baa0c',
  },
  'POST /api/tmr-requests/:id/looks': {
    person: 'Mary Smith',
    at: '2026-11-22T00:15:00.000Z',
    questions: 1,
    hasChanged: false,
  },
};

const open = (
  requests: TmrRequest[],
  on: 'desk' | 'phone' = 'desk',
  more: Answers = {},
  path = '/reports/records',
) => openApp(path, { on: on === 'desk' ? HIGH : on, answers: { ...store(requests), ...more } });

test('a request is added, answered, changed, deleted and restored', async () => {
  const server = await open([], 'phone');
  await expect(page.getByText('No requests yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New request' }).click();
  await adding.getByRole('button', { name: 'Add Request' }).click();
  await expect(adding.getByText('Please enter the first day')).toBeVisible();
  await expectNoViolations();
  await expect(adding.getByText('Leave empty for 28 days: 20/12/2026.')).toBeVisible();
  await adding.getByLabelText("TMR's reference").fill('TMR-78');
  await adding.getByLabelText('First day').fill('2026-07-01');
  await adding.getByLabelText('Last day').fill('2026-09-30');
  await adding.getByLabelText('What was asked').fill('All trips of Mr Wu.');
  await adding.getByLabelText('Drivers', { exact: true }).selectOptions('chi');
  await adding.getByLabelText('Drivers', { exact: true }).selectOptions('amy');
  await adding.getByRole('button', { name: 'Leave out: Amy Young, DA-1' }).click();
  await expect(adding.getByRole('list', { name: 'Drivers chosen' })).toHaveTextContent(
    'Chi Wu, DA-2 (removed)',
  );
  await expectNoViolations();
  await adding.getByRole('button', { name: 'Add Request' }).click();
  await expect(toast('Request added successfully')).toBeVisible();
  expect(server.sent('POST /api/tmr-requests')).toEqual([
    {
      receivedOn: '2026-11-22',
      reference: 'TMR-78',
      firstDay: '2026-07-01',
      lastDay: '2026-09-30',
      asked: 'All trips of Mr Wu.',
      driverIds: ['chi'],
      vehicleIds: null,
      answeredOn: null,
    },
  ]);
  await expect(page.getByText('Due 20/12/2026, in 28 days')).toBeVisible();

  await page.getByRole('button', { name: 'Answer request: TMR-78' }).click();
  await expect(answering).toHaveTextContent('TMR-78 · 01/07/2026 to 30/09/2026 · 1 driver');
  await expect(answering).toHaveTextContent('What was askedAll trips of Mr Wu.');
  await answering.getByRole('button', { name: 'Download the answer' }).click();
  await expect(toast('Answer downloaded successfully')).toBeVisible();
  await expectNoViolations();
  await answering.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(toast('Marked as answered')).toBeVisible();
  await expect(page.getByText('Answered 22/11/2026')).toBeVisible();
  expect(server.sent('GET /api/tmr-requests/:id/checks')).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Due 20/12/2026, in 28 days')).toBeVisible();
  expect(server.sent('PUT /api/tmr-requests/:id')).toMatchObject([
    { answeredOn: '2026-11-22', driverIds: ['chi'], version: 1 },
    { answeredOn: null, version: 2 },
  ]);

  await page.getByRole('button', { name: 'Edit request: TMR-78' }).click();
  await editing.getByLabelText('Received on').fill('2026-10-24');
  await editing.getByLabelText('Due on').fill('2026-11-21');
  await editing.getByLabelText('Vehicles', { exact: true }).selectOptions('car');
  await editing.getByRole('button', { name: 'Update Request' }).click();
  await expect(toast('Request updated successfully')).toBeVisible();
  await expect(page.getByText('Was due 21/11/2026, 1 day ago')).toBeVisible();

  await page.getByRole('button', { name: 'Delete request: TMR-78' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete request' }).click();
  await expect(toast('Request deleted successfully')).toBeVisible();
  await expect(page.getByText('No requests yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('Request restored')).toBeVisible();
  await expect(page.getByText('TMR-78')).toBeVisible();
});

test('an address opens the requests, which are accessible', async () => {
  const requests = [
    build(),
    build({ id: 'late', reference: null, dueOn: '2026-11-01', driverIds: ['a', 'b'], vehicleIds: ['c'] }),
    build({ id: 'done', reference: 'x'.repeat(100), answeredOn: '2026-11-20' }),
  ];
  await openApp('/?tab=reports&part=tmr-requests', {
    on: 'phone',
    answers: store(requests),
  });
  await expect(page.getByText('Was due 01/11/2026, 21 days ago')).toBeVisible();
  await expect(page.getByText('Answered 20/11/2026')).toBeVisible();
  await expect(page.getByText('2 drivers, 1 vehicle')).toBeVisible();
  await expectNoViolations();
});

test('a long letter is cut off until all of it is asked for', async () => {
  await open([build({ asked: 'All trips of the month. '.repeat(40) })]);
  await page.getByRole('button', { name: 'Answer request: TMR-77' }).click();
  const letter = answering.getByRole('button', { name: /^All trips of the month/ });
  await expect(letter).toHaveTextContent(/Show all$/);
  await letter.click();
  await expect(letter).toHaveTextContent(/Show less$/);
  await expectNoViolations();
});

test('a draft of a new request is there again', async () => {
  await open([]);
  await page.getByRole('button', { name: 'New request' }).click();
  await adding.getByLabelText('What was asked').fill('Everything');
  await adding.getByLabelText('Drivers', { exact: true }).selectOptions('amy');
  await reload();
  await page.getByRole('button', { name: 'New request' }).click();
  await expect(adding.getByLabelText('What was asked')).toHaveValue('Everything');
  await expect(adding.getByRole('list', { name: 'Drivers chosen' })).toHaveTextContent('Amy Young');
});

test('a failure and a lack of network say so, and an answer that cannot be made says why', async () => {
  expectedErrors.push(/500.*api\/tmr-requests/, /503.*answer/);
  const server = await open([build()], 'desk', {
    'GET /api/tmr-requests': new Response(null, { status: 500 }),
    'GET /api/tmr-requests/:id/answer': refuse(503, 'This file takes too long to make.', {
      code: 'too-slow',
    }),
  });
  await expect(page.getByText('The requests could not be loaded')).toBeVisible();
  server.change({ 'GET /api/tmr-requests': [build()] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Answer request: TMR-77' }).click();
  await answering.getByRole('button', { name: 'Download the answer' }).click();
  await expect(toast('This file takes too long to make.')).toBeVisible();
  const online = server.cutOff();
  await answering.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(toast(/offline/)).toBeVisible();
  await expect(answering).toBeVisible();
  online();
});

test('a question of an answer leads to its trips, and leaves the dialog', async () => {
  await open([build()], 'desk', longWaits);
  await page.getByRole('button', { name: 'Answer request: TMR-77' }).click();
  await answering.getByRole('link', { name: /^Open in Trip History: 2 trips/ }).click();
  await expect(answering).toBeHidden();
  const search = page.getByRole('tabpanel', { name: 'Trip History' }).getByRole('searchbox');
  await search.fill('Toowong');
  await expect(search).toHaveValue('Toowong');
});

test('the questions of an answer are looked at before it is marked as answered', async () => {
  const server = await open([build()], 'phone', longWaits);
  await page.getByRole('button', { name: 'Answer request: TMR-77' }).click();
  await expect(answering).toHaveTextContent('TMR-77 · 01/07/2026 to 30/09/2026');
  await expect(answering).toHaveTextContent('What would an inspector ask?1 question · 9 trips in all');
  await expect(answering.getByText('2 trips waited more than a day')).toBeVisible();
  await answering.getByRole('button', { name: 'Looked at' }).click();
  await expect(answering.getByText('Looked at by Mary Smith, 22/11/2026 10:15: 1 question.')).toBeVisible();
  expect(server.sent('POST /api/tmr-requests/request-1/looks')).toEqual([{ seen: '1-4f53cda18c2baa0c' }]);
  await expectNoViolations();
  await answering.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(toast('Marked as answered')).toBeVisible();
  await expect(answering).toBeHidden();
});
