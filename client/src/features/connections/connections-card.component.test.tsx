import { type CreateToken, SCOPES_TEXT, type Token } from '@shared/api/tokens';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildHolder, NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { longest } from '@test/longest-texts';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { card } from '@test/waiting-trips';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const PROFILE = '/?tab=profile';
const SECRET = `tlp_${'0123456789abcdef'.repeat(4)}01234567`;

const dispatch: Token = {
  id: 'dispatch',
  name: 'Dispatch',
  scope: 'log-trips',
  expiresOn: '2027-11-22',
  isExpired: false,
  createdAt: NOW,
  madeBy: 'Mary Smith',
  isMakerRemoved: false,
  lastUsedAt: null,
};

/** Keeps these tokens as the server does. */
function storeTokens(...tokens: Token[]): Answers {
  return {
    'GET /api/tokens': () => tokens,
    'POST /api/tokens': ({ body }: Call<CreateToken>) => {
      const token = { ...dispatch, ...body, id: `token-${tokens.length}` };
      tokens.push(token);
      return Response.json({ ...token, token: SECRET }, { status: 201 });
    },
    'DELETE /api/tokens/:id': ({ params }: Call) => {
      tokens.splice(0, tokens.length, ...tokens.filter(({ id }) => id !== params.id));
    },
  };
}

const rows = page.getByRole('list', { name: 'Tokens' }).getByRole('listitem');
const makeButton = page.getByRole('button', { name: 'Make a token' });
const making = page.getByRole('dialog', { name: 'Make a token' });
const replacing = page.getByRole('dialog', { name: 'Replace a token' });
const submit = making.getByRole('button', { name: 'Make token' });
const made = page.getByRole('dialog', { name: 'New token' });
const revoke = (name: string) => page.getByRole('button', { name: `Revoke token: ${name}` });
const question = page.getByRole('alertdialog', { name: 'Are you sure you want to revoke this token?' });

async function fillIn(name = 'Dispatch') {
  await makeButton.click();
  await making.getByLabelText('Name').fill(name);
  await making.getByLabelText('What it may do').selectOptions('Read and log trips');
}

for (const on of ['desk', 'phone'] as const) {
  test(`a token is made, shown once, listed and revoked, on a ${on}`, async () => {
    const server = await openApp(PROFILE, { on, answers: storeTokens() });
    await expect(page.getByText('No tokens yet.')).toBeVisible();
    await makeButton.click();
    await expect(making).toHaveAccessibleDescription(/The contact gets an email/);
    await expect(making.getByLabelText('What it may do')).toHaveAccessibleDescription(SCOPES_TEXT);
    await expect(making.getByLabelText('Last day').first()).toHaveValue(
      on === 'desk' ? '22/11/2027' : '2027-11-22',
    );
    await submit.click();
    await expect(making.getByLabelText('Name')).toHaveAccessibleDescription(/Name is required/);
    await expect(making.getByLabelText('Name')).toHaveFocus();
    await expect(making.getByLabelText('What it may do')).toHaveAccessibleDescription(
      /Choose what the token may do$/,
    );
    await expectNoViolations();
    await making.getByLabelText('Name').fill('Dispatch');
    await making.getByLabelText('What it may do').selectOptions('Read and log trips');
    await submit.click();

    const field = made.getByLabelText('Token', { exact: true });
    await expect(field).toHaveValue(SECRET);
    await field.click();
    expect(getSelection()?.toString()).toBe(SECRET);
    // the whole of it is in view
    expect(field.element().scrollHeight).toBeLessThanOrEqual(field.element().clientHeight);
    expect(field.element().scrollWidth).toBeLessThanOrEqual(field.element().clientWidth);
    await expect(made).toHaveAccessibleDescription(/^Copy the token of Dispatch now/);
    await expect(made.getByRole('link', { name: /How to use it/ })).toHaveAttribute('href', '/api');
    expect(server.sent('POST /api/tokens')).toEqual([
      { name: 'Dispatch', scope: 'log-trips', expiresOn: '2027-11-22' },
    ]);
    await expectNoViolations();
    await made.getByRole('button', { name: 'Done' }).click();
    expect(document.body.innerHTML).not.toContain(SECRET);
    await expect(rows).toHaveTextContent(
      'DispatchRead and log trips until 22/11/2027. Not used yet.Made 22/11/2026 by Mary Smith',
    );
    await expectNoViolations();

    await revoke('Dispatch').click();
    await expect(question).toHaveAccessibleDescription(/^Dispatch.*Trips that it logged keep its name/);
    await expectNoViolations();
    await question.getByRole('button', { name: 'Revoke token' }).click();
    await expect(toast('Token Dispatch revoked')).toBeVisible();
    await expect(card('Connections')).toHaveTextContent('No tokens yet.');
    await expect(card('Connections')).toHaveFocus();
  });
}

test('a new token is copied by keyboard', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openApp(PROFILE, { answers: storeTokens() });
  await fillIn();
  await press('Enter');
  await expect(made).toBeVisible();
  (made.getByLabelText('Token', { exact: true }).element() as HTMLTextAreaElement).focus();
  expect(getSelection()?.toString()).toBe(SECRET);
  await press('Tab', 'Enter');
  await expect(toast('Copied')).toBeVisible();
  expect(copy).toHaveBeenCalledExactlyOnceWith(SECRET);
  await press('Escape');
  await expect(made).not.toBeInTheDocument();
  await expect(makeButton).toHaveFocus();
});

test('a token that ends soon, one that is over, and one whose maker was removed say so', async () => {
  await openApp(PROFILE, {
    answers: storeTokens(
      { ...dispatch, id: 'a', expiresOn: '2026-12-23' },
      { ...dispatch, id: 'b', expiresOn: '2026-12-22', lastUsedAt: NOW },
      { ...dispatch, id: 'c', expiresOn: '2026-11-22', isMakerRemoved: true, madeBy: 'Grace Lee' },
      { ...dispatch, id: 'd', expiresOn: '2026-11-21', isExpired: true, scope: 'read' },
    ),
  });
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toHaveTextContent(/^DispatchRead and/);
  await expect(rows.nth(1)).toHaveTextContent('DispatchExpires in 30 daysRead and');
  await expect(rows.nth(1)).toHaveTextContent('until 22/12/2026. Last used 22/11/2026 12:00.Made');
  await expect(rows.nth(2)).toHaveTextContent('DispatchExpires today');
  await expect(rows.nth(2)).toHaveTextContent('Made 22/11/2026 by Grace Lee, who was removed');
  await expect(rows.nth(3)).toHaveTextContent('DispatchExpiredRead trips until 21/11/2026.');
  await expectNoViolations();
});

test('a token is replaced by one with its name and scope, and stays until it is revoked', async () => {
  const server = await openApp(PROFILE, { answers: storeTokens({ ...dispatch, expiresOn: '2026-12-04' }) });
  await page.getByRole('button', { name: 'Replace token: Dispatch' }).click();
  await expect(replacing).toHaveAccessibleDescription(/Until then both work/);
  await expectNoViolations();
  await replacing.getByRole('button', { name: 'Make token' }).click();
  await expect(made.getByLabelText('Token', { exact: true })).toHaveValue(SECRET);
  await made.getByRole('button', { name: 'Done' }).click();
  expect(server.sent('POST /api/tokens')).toEqual([
    { name: 'Dispatch', scope: 'log-trips', expiresOn: '2027-11-22' },
  ]);
  await expect(rows).toHaveCount(2);
  await revoke('Dispatch').first().click();
  await expect(question).toHaveAccessibleDescription(/^Dispatch Made 22\/11\/2026. Not used yet./);
});

test('making and revoking ask for a sign-in of just now, and go on after it', async () => {
  expectedErrors.push(/api\/tokens/);
  const answers = storeTokens({ ...dispatch, id: 'portal', name: 'Portal' });
  const again = refuse(403, 'Sign in again first', { code: 'recent-sign-in' });
  const refusing = { 'POST /api/tokens': () => again.clone(), 'DELETE /api/tokens/:id': () => again.clone() };
  const server = await openApp(PROFILE, {
    answers: { ...answers, ...refusing, 'POST /api/auth/login': { beaHolder: buildHolder() } },
  });
  const signingIn = page.getByRole('dialog', { name: 'Sign in again first' });
  async function signIn() {
    await expect(signingIn.getByLabelText('Contact Email')).toHaveFocus();
    await signingIn.getByLabelText('Contact Email').fill('mary@example.com');
    server.change(answers);
    await signingIn.getByRole('button', { name: 'Sign In' }).click();
    await expect(signingIn).not.toBeInTheDocument();
  }

  await fillIn();
  await submit.click();
  await signIn();
  await submit.click();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveCount(2);

  server.change(refusing);
  await revoke('Portal').click();
  await question.getByRole('button', { name: 'Revoke token' }).click();
  await signIn();
  await question.getByRole('button', { name: 'Revoke token' }).click();
  await expect(toast('Token Portal revoked')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('the card fits 320 px with the longest names, says what failed, and tries again', async () => {
  expectedErrors.push(/api\/tokens/);
  const name = longest(100);
  const server = await openApp(PROFILE, {
    on: 'smallPhone',
    answers: { 'GET /api/tokens': new Response('', { status: 500 }) },
  });
  await expect(page.getByText('The tokens could not be loaded')).toBeVisible();
  await expect(makeButton).not.toBeInTheDocument();
  server.change(storeTokens({ ...dispatch, name, madeBy: longest(255), isMakerRemoved: true }));
  await card('Connections').getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(1);
  await expectNoOverflow();
  await revoke(name).click();
  await expect(question).toBeVisible();
  await expectNoOverflow();
  await question.getByRole('button', { name: 'Revoke token' }).click();
  await fillIn(name);
  await submit.click();
  await expect(made).toBeVisible();
  await expectNoOverflow();
});

test('a line of what there is to do replaces its token', async () => {
  await openApp('/', {
    answers: {
      ...storeTokens({ ...dispatch, expiresOn: '2026-12-04' }),
      'GET /api/to-do': [
        {
          kind: 'token-expires',
          title: 'Token Dispatch',
          due: '2026-12-04',
          href: '/?tab=profile&part=connections&token=dispatch',
        },
        {
          kind: 'token-maker-removed',
          title: 'Token Dispatch was made by Grace Lee, who was removed',
          href: '/?tab=profile&part=connections&token=dispatch',
        },
      ],
    },
  });
  const lines = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  await expect(lines.nth(0)).toHaveTextContent('Token DispatchExpires 04/12/2026, in 12 daysReplace');
  await page.getByRole('link', { name: 'Replace: Token Dispatch', exact: true }).click();
  await expect(replacing.getByLabelText('Name')).toHaveValue('Dispatch');
  await expect(replacing.getByLabelText('What it may do')).toHaveValue('log-trips');
  await press('Escape');
  await expect(rows).toHaveTextContent('DispatchExpires in 12 days');
  await expect(card('Connections')).toHaveFocus();
  expect(location.search).toBe('?tab=profile');
});

test('an address of a token that was revoked meanwhile leads to the card', async () => {
  await openApp('/?tab=profile&part=connections&token=gone', { answers: storeTokens(dispatch) });
  await expect(rows).toHaveCount(1);
  await expect(card('Connections')).toHaveFocus();
  await expect.poll(() => location.search).toBe('?tab=profile');
  await expect(page.getByRole('dialog')).not.toBeInTheDocument();
});
