import type { BeaHolder } from '@shared/holders';
import type { VerifyContactEmail } from '@shared/profile';
import { expectNoViolations } from '@test/axe';
import { buildHolder } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const field = (label: string) => page.getByLabelText(label);
const value = (text: string) => page.getByRole('definition').filter({ hasText: text });
const edit = page.getByRole('button', { name: 'Edit Profile' });
const save = page.getByRole('button', { name: 'Save Changes' });

test('the profile is read first; Edit Profile, Save Changes, and the header says so at once', async () => {
  let holder = buildHolder();
  await openApp('/?tab=profile', {
    on: 'phone',
    answers: {
      'GET /api/auth/me': () => holder,
      'PUT /api/profile': ({ body }: Call<Partial<BeaHolder>>) => {
        holder = { ...holder, ...body, version: 2 };
        return holder;
      },
    },
  });
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await expect(value('BEA-1')).toHaveTextContent('BEA Number cannot be changed');
  await expect(value('Mary Smith')).toBeVisible();
  await expect(field('Full Name')).toBeHidden();

  await edit.click();
  await expect(field('Full Name')).toHaveFocus();
  await field('Full Name').fill('Łukasz Ngāti');
  await field('Trading Name').fill('River Cars');
  await field('Contact Person').fill('Zoë');
  await save.click();
  await expect(toast('Profile updated successfully')).toBeVisible();
  const names = page.getByRole('banner').getByText('Łukasz Ngāti');
  await expect
    .poll(() => names.elements().some((element) => element.checkVisibility({ visibilityProperty: true })))
    .toBe(true);
  await expect(field('Trading Name')).toBeHidden();
  await expect(value('River Cars')).toBeVisible();
  await expect(value('Zoë')).toBeVisible();
});

test('Renew of the list To do opens the form at the day on which the authorisation expires', async () => {
  await openApp('/?tab=profile&renew');
  await expect(field('Authorisation Expires')).toHaveFocus();
  expect(location.search).toBe('?tab=profile');
});

test('Cancel brings back what was there', async () => {
  await openApp('/?tab=profile');
  await edit.click();
  await field('Company Name').fill('Something else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(value('Smith Cars Pty Ltd')).toBeVisible();
  await edit.click();
  await expect(field('Company Name')).toHaveValue('Smith Cars Pty Ltd');
});

test('each field that is wrong is named', async () => {
  await openApp('/?tab=profile');
  await edit.click();
  for (const label of ['Full Name', 'Company Name', 'Contact Email', 'Contact Phone'])
    await field(label).fill(' ');
  await save.click();
  for (const message of [
    'Full Name is required',
    'Company Name is required',
    'Contact Email is required',
    'Contact Phone is required',
  ])
    await expect(page.getByText(message)).toBeVisible();
  await field('Contact Email').fill('nobody');
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await field('Trading Name').fill('River\u202eCars');
  await save.click();
  await expect(page.getByText('Contains invisible characters. Please type it again')).toBeVisible();
});

test('a new contact email is asked for its code, above the form, which keeps what was typed', async () => {
  expectedErrors.push(/401/);
  const newEmail = 'new.mary@example.com';
  const verification = { id: 'a-code', sentTo: newEmail, expiresInSeconds: 600 };
  const wrong = 'This code is wrong or has expired. Check it, or ask for a new one.';
  const server = await openApp('/?tab=profile', {
    on: 'phone',
    answers: {
      'PUT /api/profile': Response.json({ verification }, { status: 202 }),
      'POST /api/profile/contact-email/verify': ({ body }: Call<VerifyContactEmail>) =>
        body.code === '12345678' ? buildHolder() : refuse(401, wrong, { code: 'wrong-code' }),
    },
  });
  await edit.click();
  await field('Trading Name').fill('River Cars');
  await field('Contact Email').fill(newEmail);
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'Check the new contact email' });
  const code = dialog.getByLabelText('Code', { exact: true });
  await expect(dialog.getByText(newEmail)).toBeVisible();
  await expectNoViolations();
  await code.fill('00000000');
  await expect(dialog.getByText('This code is wrong or has expired').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(field('Trading Name')).toHaveValue('River Cars');

  await save.click();
  await code.fill('1234 5678');
  await expect(toast('Profile updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(server.sent('POST /api/profile/contact-email/verify').at(-1)).toMatchObject({
    code: '12345678',
    profile: { tradingName: 'River Cars', contactEmail: newEmail },
  });
});

test('a profile that someone else changed meanwhile shows both, and then what is stored', async () => {
  expectedErrors.push(/409/);
  const theirs = buildHolder({ tradingName: 'Theirs', version: 2 });
  const server = await openApp('/?tab=profile');
  await edit.click();
  await field('Trading Name').fill('Mine');
  server.change({
    'GET /api/auth/me': theirs,
    'PUT /api/profile': ({ body }: Call<object>) =>
      refuse(409, 'Someone else has changed this profile', {
        code: 'changed-meanwhile',
        stored: theirs,
        sent: body,
      }),
  });
  await save.click();
  await expect(page.getByRole('row', { name: 'Trading Name Theirs Mine' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep what is stored' }).click();
  await expect(value('Theirs')).toBeVisible();
  await expect(edit).toBeVisible();
});

test('the last day of the authorisation is entered, shown with how soon it is, and removed', async () => {
  let holder = buildHolder();
  const server = await openApp('/?tab=profile', {
    on: 'phone',
    answers: {
      'GET /api/auth/me': () => holder,
      'PUT /api/profile': ({ body }: Call<Partial<BeaHolder>>) => {
        holder = { ...holder, ...body, version: holder.version + 1 };
        return holder;
      },
    },
  });
  const enter = async (day: string) => {
    await edit.click();
    await field('Authorisation Expires').fill(day);
    await expectNoViolations();
    await save.click();
    await expect(field('Full Name')).toBeHidden();
  };
  await enter('2026-12-13');
  await expect(value('13/12/2026')).toHaveTextContent('expires in 21 days');
  await enter('');
  await expect(value('13/12/2026')).toHaveCount(0);
  expect(server.sent('PUT /api/profile')).toMatchObject([
    { authorisationExpires: '2026-12-13' },
    { authorisationExpires: null },
  ]);
});
