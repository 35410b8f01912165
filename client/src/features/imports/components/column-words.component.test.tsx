import type { ImportPreview } from '@shared/imports/imports';
import { expectNoViolations } from '@test/axe';
import { expect } from '@test/expect';
import type { Call } from '@test/fake-server';
import { buildPreview } from '@test/imports';
import { openApp } from '@test/open-app';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const preview = buildPreview({
  headings: ['Date', 'Driver', 'Suburb', 'Wait', 'Trip status', 'Job type'].map((name) => ({
    name,
    example: 'x',
  })),
  columns: { date: 0, driver: 1, suburb: 2, waitingTime: 3, status: 4, kind: 5 },
  words: [
    { field: 'status', word: 'completed', rows: 1200, becomes: 'trip', isKnown: true },
    { field: 'status', word: 'constructor', rows: 2, becomes: null, isKnown: false },
    { field: 'status', word: '', rows: 1, becomes: null, isKnown: false },
    { field: 'kind', word: 'Rank', rows: 9, becomes: 'rank-or-hail', isKnown: true },
  ],
});

/** Opens the screen with a file whose previews are these, in this order. @returns what its previews were asked with */
async function openFile(...previews: ImportPreview[]) {
  const queries: unknown[] = [];
  await openApp('/import-trips', {
    on: 'phone',
    answers: {
      'POST /api/imports/preview': ({ query }: Call) => {
        queries.push({
          columns: JSON.parse(query.get('columns') ?? 'null'),
          answers: JSON.parse(query.get('answers') ?? 'null'),
        });
        return previews[queries.length - 1] ?? preview;
      },
    },
  });
  const file = new File(['Date'], 'old.csv', { type: 'text/csv' });
  await page.getByLabelText('File', { exact: true }).upload(file);
  return queries;
}

const words = (heading: string) => page.getByRole('group', { name: `Words under “${heading}”` });
const becomes = (word: string) => page.getByLabelText(`${word} becomes`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

const answers = {
  words: { status: { constructor: 'not-a-trip', '': 'trip' }, kind: { Rank: 'booked' } },
} as const;
const read: ImportPreview = {
  ...preview,
  words: preview.words.map((one) => ({
    ...one,
    becomes: one.field === 'kind' ? 'booked' : one.word === 'constructor' ? 'not-a-trip' : 'trip',
  })),
  answers,
  notTrips: 2,
  counts: { ...preview.counts, ready: 1210 },
};

test('words that are not known come first, and the rows are checked once each has a meaning', async () => {
  const queries = await openFile(preview, read);
  await expect(page.getByText('One question before we import')).toBeVisible();
  const rows = words('Trip status').getByRole('rowheader');
  await expect(rows.nth(0)).toHaveTextContent('constructor Not known2 rows');
  await expect(rows.nth(1)).toHaveTextContent('(blank) Not known1 row');
  await expect(rows.nth(2)).toHaveTextContent(/^completed 1,200 rows$/);
  await expect(becomes('completed')).toHaveValue('trip');
  await expectNoViolations();
  await expect(button('Check the rows')).toBeDisabled();
  await becomes('constructor').selectOptions('Not a trip');
  await button('Change: Words under “Job type”').click();
  await becomes('Rank').selectOptions('Booked');
  await expect(button('Check the rows')).toBeDisabled();
  await becomes('(blank)').selectOptions('Trip');
  await button('Check the rows').click();
  await expect(button('Import 1,210 trips')).toBeVisible();
  expect(queries.at(-1)).toEqual({ columns: preview.columns, answers });
  await expect(page.getByText('2 rows that are no trips are left out.')).toBeVisible();
});

test('a meaning can be changed, and then the rows are checked again before they are imported', async () => {
  const queries = await openFile(read);
  await expect(page.getByText('Rank: Booked')).toBeVisible();
  await button('Change: Words under “Job type”').click();
  await button('Change: Words under “Trip status”').click();
  await becomes('Rank').selectOptions('Rank or hail');
  await expect(button(/^Import 1,210/)).toBeHidden();
  await becomes('Rank').selectOptions('Booked');
  await expect(button(/^Import 1,210/)).toBeVisible();
  await becomes('completed').selectOptions('Not a trip');
  await button('Check the rows again').click();
  const status = { ...answers.words.status, completed: 'not-a-trip' };
  await expect.poll(() => queries.at(-1)).toMatchObject({ answers: { words: { ...answers.words, status } } });
});

test('a column that is neither states nor kinds can be left out, and the other keeps its answers', async () => {
  const queries = await openFile(
    read,
    { ...preview, words: [], tooManyWords: ['status'], answers },
    { ...preview, words: [] },
  );
  await button('Change: Words under “Job type”').click();
  await words('Job type').getByRole('button', { name: 'Leave this column out' }).click();
  const { kind: _, ...others } = preview.columns;
  const { status } = answers.words;
  await expect.poll(() => queries.at(-1)).toEqual({ columns: others, answers: { words: { status } } });
  const refused = page.getByRole('status').filter({ hasText: '“Trip status” has too many different words' });
  await expectNoViolations();
  await refused.getByRole('button', { name: 'Leave this column out' }).click();
  await expect(refused).toBeHidden();
  expect(queries.at(-1)).toMatchObject({ columns: { date: 0, kind: 5 } });
});

test('a column that is why no row is ready can be left out', async () => {
  const { status: _, kind: __, ...columns } = preview.columns;
  const plain = { ...preview, words: [], counts: { ...preview.counts, problem: 12 } };
  const example = 'No vehicle has the registration T101';
  const queries = await openFile(
    {
      ...plain,
      columns: { ...columns, vehicle: 4 },
      answers: { waitingUnit: 'seconds', hiddenColumns: 'read' },
      columnFaults: [{ field: 'vehicle', rows: 12, of: 12, example }],
    },
    { ...plain, columns, unread: [4, 5] },
  );
  await expect.element(page.getByText('“Trip status” is a problem in every row')).toBeVisible();
  await expect.element(page.getByText(`${example}.`)).toBeVisible();
  await expectNoViolations();
  await button('Leave this column out').click();
  await expect.element(page.getByText('is a problem in')).not.toBeInTheDocument();
  await page.getByText('1 column is not read: Job type').click();
  await expect.element(page.getByLabelText(/^Job type/)).toBeVisible();
  expect(queries[1]).toEqual({
    columns,
    answers: { waitingUnit: 'seconds', words: { kind: {}, status: {} } },
  });
});

test('columns are asked about with a guess filled in, and a date with the likely order', async () => {
  const columns = { date: 0, driver: 1, waitingTime: 3 };
  const queries = await openFile(
    {
      ...preview,
      words: [],
      columns,
      missing: ['Suburb', 'Postcode'],
      unread: [2, 4, 5],
      guesses: { suburb: 2 },
    },
    {
      ...preview,
      words: [],
      unread: [4, 5],
      questions: [
        {
          name: 'dateOrder',
          text: 'Which day is 3/11/26?',
          reason: 'In Australia the day comes first.',
          choices: [
            { value: 'day-first', label: 'Day first: 3 November 2026' },
            { value: 'month-first', label: 'Month first: 11 March 2026' },
          ],
          likely: 'day-first',
        },
      ],
    },
  );
  await expect(page.getByText('What are these columns?')).toBeVisible();
  await expect(page.getByLabelText('Column for Suburb')).not.toBeVisible();
  await expect(page.getByLabelText('Suburb (x)', { exact: true })).toHaveDisplayValue('Suburb');
  await expect(page.getByLabelText('Job type (x)', { exact: true })).toHaveDisplayValue('Leave out');
  await expectNoViolations();
  await button('Fill in').click();
  // the others were left out with it
  await expect(page.getByText('What are these columns?')).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Day first: 3 November 2026' })).toBeChecked();
  await button('Check the rows').click();
  await expect
    .poll(() => queries.slice(1))
    .toEqual([
      { columns: { ...columns, suburb: 2 }, answers: { words: { kind: {}, status: {} } } },
      { columns: preview.columns, answers: { dateOrder: 'day-first', words: { kind: {}, status: {} } } },
    ]);
});
