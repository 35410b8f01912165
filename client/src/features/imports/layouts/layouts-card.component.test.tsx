import type { Layout } from '@shared/imports/layouts';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { card } from '@test/waiting-trips';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const buildLayout = (overrides: Partial<Layout> = {}): Layout => ({
  id: 'taxi',
  name: 'TaxiCaller export',
  of: 'trips',
  headings: ['Pickup date', 'Driver', 'Suburb', 'State'],
  remembered: ['Date: Pickup date', 'Order of dates: month first', 'Words of Status: COA is Not a trip'],
  createdAt: NOW,
  usedAt: NOW,
  version: 1,
  ...overrides,
});

/** Keeps these layouts as the server does. */
function storeLayouts(...layouts: Layout[]): Answers {
  return {
    'GET /api/imports/layouts': () => layouts,
    'PUT /api/imports/layouts/:id': ({ params, body }: Call<{ name: string }>) => {
      if (layouts.some(({ id, name }) => id !== params.id && name === body.name))
        return refuse(409, 'Another layout has this name', {
          code: 'conflict',
          details: [{ path: 'name', message: 'Another layout has this name' }],
        });
      const at = layouts.findIndex(({ id }) => id === params.id);
      const renamed = { ...buildLayout(layouts[at]), name: body.name, version: 2 };
      layouts.splice(at, 1, renamed);
      return renamed;
    },
    'DELETE /api/imports/layouts/:id': ({ params }: Call) =>
      void layouts.splice(
        layouts.findIndex(({ id }) => id === params.id),
        1,
      ),
  };
}

const list = page.getByRole('list', { name: 'Spreadsheet layouts' });

test('a layout says what it brings in, when it was used, and all that is remembered', async () => {
  await openApp('/?tab=settings', { on: 'phone', answers: storeLayouts(buildLayout()) });
  await expect(list).toHaveTextContent(/TaxiCaller export\s*Brings in trips, last used \d\d\/\d\d\/\d{4}/);
  await expect(page.getByText('Order of dates: month first')).toBeHidden();
  await page.getByText('What is remembered (3 lines)').click();
  await expect(page.getByText('Order of dates: month first')).toBeVisible();
  await expectNoViolations();
});

test('a layout is renamed by keyboard, and not to the name of another', async () => {
  expectedErrors.push(/api\/imports\/layouts/);
  const other = buildLayout({ id: 'other', name: 'Dispatch' });
  await openApp('/?tab=settings', { answers: storeLayouts(buildLayout(), other) });
  const rename = page.getByRole('button', { name: 'Rename: TaxiCaller export' });
  await expect(rename).toBeVisible();
  (rename.element() as HTMLElement).focus();
  await press('Enter');
  const renaming = page.getByRole('dialog', { name: 'Rename layout' });
  await expect(renaming).toHaveAccessibleDescription(/A program that sends files by the old name/);
  const name = renaming.getByLabelText('Name');
  await name.fill('');
  await press('Enter');
  await expect(page.getByText('Name is required')).toBeVisible();
  await name.fill('Dispatch');
  await press('Enter');
  await expect(page.getByText('Another layout has this name')).toBeVisible();
  await expectNoViolations();
  await name.fill('Airport jobs');
  await press('Enter');
  await expect(toast('Layout renamed')).toBeVisible();
  await expect(list).toHaveTextContent(/Airport jobs/);
});

test('a layout is forgotten after a question', async () => {
  await openApp('/?tab=settings', { on: 'phone', answers: storeLayouts(buildLayout()) });
  const forget = page.getByRole('button', { name: 'Forget: TaxiCaller export' });
  await forget.click();
  const question = page.getByRole('alertdialog', { name: 'Forget how these files are read?' });
  await expect(question).toHaveAccessibleDescription(
    /TaxiCaller export.*Imported trips stay.*program sends by this name are refused/,
  );
  await expectNoViolations();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await forget.click();
  await question.getByRole('button', { name: 'Forget' }).click();
  await expect(toast('Layout forgotten')).toBeVisible();
  await expect(card('Spreadsheet layouts').getByText(/^None yet\./)).toBeVisible();
});

test('a layout whose files wait is kept, and the screen says what to do', async () => {
  expectedErrors.push(/api\/imports\/layouts/);
  const message =
    '2 files of this layout wait for answers. Import or discard them in the Import screen first';
  await openApp('/?tab=settings', {
    on: 'phone',
    answers: {
      ...storeLayouts(buildLayout()),
      'DELETE /api/imports/layouts/:id': () => refuse(409, message),
    },
  });
  await page.getByRole('button', { name: 'Forget: TaxiCaller export' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(list).toHaveTextContent(/TaxiCaller export/);
});

test('five layouts are shown at first, and long names fit 320 px', async () => {
  const many = Array.from({ length: 7 }, (_, at) =>
    buildLayout({ id: String(at), name: `${at}${'long-name-of-a-file'.repeat(5)}` }),
  );
  await openApp('/?tab=settings', { on: 'smallPhone', answers: storeLayouts(...many) });
  const forgets = page.getByRole('button', { name: /^Forget: / });
  await expect(forgets).toHaveCount(5);
  await expectNoOverflow();
  await page.getByRole('button', { name: 'Show all 7' }).click();
  await expect(forgets).toHaveCount(7);
});
