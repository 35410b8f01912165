import type { ActivityEvent, ActivityLine } from '@shared/activity/activity';
import type { Delivery } from '@shared/deliveries/deliveries';
import {
  DEFAULT_EXPIRY_REMINDERS,
  DEFAULT_REPORT_PREFERENCES,
  type ExpiryReminders,
  type Recipient,
} from '@shared/deliveries/recipients';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildRecipient, NOW } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Answers, type Call, refuse } from '@test/fake-server';
import { openApp, reload } from '@test/open-app';
import { press, toast } from '@test/screen';
import { storeDrivers } from '@test/stores';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

/** Keeps these recipients as the server does. */
function storeRecipients(recipients: Recipient[] = []): Answers {
  return {
    'GET /api/email-settings': () => recipients,
    'POST /api/email-settings': ({ body }: Call<{ email: string }>) => {
      if (recipients.some(({ email }) => email === body.email.toLowerCase()))
        return refuse(409, 'This email address is already a recipient', { code: 'conflict' });
      recipients.push(buildRecipient(body.email));
      return recipients.at(-1);
    },
  };
}

const input = page.getByLabelText('Add recipient');

test('an address that is none, or is there already, is refused in words', async () => {
  expectedErrors.push(/api\/email-settings/);
  const recipients: Recipient[] = [];
  const server = await openApp('/?tab=settings', { answers: storeRecipients(recipients) });
  await input.click();
  await press('Enter');
  await expect(toast('Please enter a valid email address')).toBeVisible();
  server.change({ 'POST /api/email-settings': refuse(400, 'Invalid email address') });
  await input.fill('boss@');
  await press('Enter');
  await expect(toast('Invalid email address')).toBeVisible();
  server.change(storeRecipients(recipients));
  await input.fill('boss@example.com');
  await press('Enter');
  await expect(toast('Email recipient added successfully')).toBeVisible();
  await input.fill('BOSS@example.com');
  await press('Enter');
  await expect(toast('This email address is already a recipient')).toBeVisible();
  await expect(input).toHaveValue('BOSS@example.com');
});

test('a tick that the server refuses is undone', async () => {
  expectedErrors.push(/api\/email-settings/);
  await openApp('/?tab=settings', {
    answers: {
      ...storeRecipients([buildRecipient('boss@example.com')]),
      'PUT /api/email-settings/:id': new Response('', { status: 500 }),
    },
  });
  const annual = page.getByRole('group', { name: 'boss@example.com' }).getByLabelText('Annual');
  await annual.click();
  await expect(toast('Failed to update email settings')).toBeVisible();
  await expect(annual).toBeChecked();
});

test('delivery preferences have their defaults, are stored with each tick, and a refused one is undone', async () => {
  expectedErrors.push(/api\/report-preferences/);
  let preferences = DEFAULT_REPORT_PREFERENCES;
  const server = await openApp('/?tab=settings', {
    answers: {
      'GET /api/report-preferences': () => preferences,
      'PUT /api/report-preferences': ({ body }: Call<typeof preferences>) => {
        preferences = body;
        return preferences;
      },
    },
  });
  const quarterly = page.getByLabelText('Send quarterly reports automatically');
  const annual = page.getByLabelText('Send annual reports automatically');
  const detailed = page.getByLabelText('Include detailed trip breakdown');
  await expect(quarterly).toBeChecked();
  await expect(annual).toBeChecked();
  await expect(detailed).not.toBeChecked();
  await annual.click();
  await expect(annual).not.toBeChecked();
  await detailed.click();
  await expect(detailed).toBeChecked();
  await expect(toast('Email settings updated successfully')).toBeVisible();
  await expect.poll(() => preferences).toMatchObject({ sendAnnual: false, detailedBreakdown: true });
  await reload();
  await expect(quarterly).toBeChecked();
  await expect(annual).not.toBeChecked();
  await expect(detailed).toBeChecked();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(toast('Email settings updated successfully')).toBeVisible();
  expect(server.sent('PUT /api/report-preferences').at(-1)).toEqual(preferences);

  server.change({ 'PUT /api/report-preferences': new Response('', { status: 500 }) });
  await quarterly.click();
  await expect(toast('Failed to update email settings')).toBeVisible();
  await expect(quarterly).toBeChecked();
});

test('the activity says who changed what and when, and is searched', async () => {
  const event = { at: NOW, person: 'Mary Smith', subject: null, entityId: 'holder' };
  const turnedOn: ActivityEvent = {
    ...event,
    id: '2',
    entity: 'preferences',
    action: 'updated',
    changes: { detailedBreakdown: { from: false, to: true } },
  };
  const created: ActivityEvent = { ...event, id: '1', entity: 'holder', action: 'created', changes: {} };
  const found: Record<string, ActivityEvent[]> = { '': [turnedOn, created], profile: [created] };
  await openApp('/?tab=settings', {
    answers: {
      'GET /api/activity': ({ query }: Call) => {
        const events = found[query.get('search') ?? ''] ?? [];
        return { events, total: events.length };
      },
    },
  });
  await page.getByRole('button', { name: 'Show activity' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Settings' });
  const turnedOnText = panel.getByText('Mary Smith turned on “Include detailed trip breakdown”.');
  const createdText = panel.getByText('Mary Smith created this profile.');
  await expect(turnedOnText).toBeVisible();
  await expect(createdText).toBeVisible();
  await page.getByLabelText('Search activity').fill('profile');
  await expect(turnedOnText).toBeHidden();
  await expect(createdText).toBeVisible();
  await page.getByLabelText('Search activity').fill('nothing like this');
  await expect(panel.getByText('Nothing matches this search in the latest 20,000 changes.')).toBeVisible();
});

test('another search of the activity begins at its first page', async () => {
  const asked: string[] = [];
  const said = { action: 'created', changes: {}, entityId: 'holder' } as const;
  const event = { at: NOW, person: 'Mary Smith', subject: null, ...said };
  await openApp('/?tab=settings', {
    answers: {
      'GET /api/activity': ({ query }: Call) => {
        asked.push(`${query.get('search') ?? ''} ${query.get('page')}`);
        const ids = Array.from({ length: 10 }, (_, index) => `${query} ${index}`);
        return { events: ids.map((id) => ({ ...event, id, entity: 'holder' })), total: 30 };
      },
    },
  });
  await page.getByRole('button', { name: 'Show activity' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => asked).toContain(' 2');
  await page.getByLabelText('Search activity').fill('profile');
  await expect.poll(() => asked.at(-1)).toBe('profile 1');
});

test('a bulk change is one line of the activity, which opens to each of its changes', async () => {
  const line: ActivityLine = {
    at: NOW,
    person: 'Mary Smith',
    id: 'bulk',
    entity: 'trip',
    entityId: 'trip-1',
    action: 'updated',
    subject: 'Ascot 4007',
    changes: { driverAuthorityLicense: { from: 'DA-1', to: 'DA-2' } },
    many: { count: 12, fromDriver: 'Wei Brown', toDriver: 'Ben Kowalski', toDay: null },
  };
  const each = Array.from({ length: 12 }, (_, index) => ({ ...line, id: `${index}`, many: null }));
  await openApp('/?tab=settings', {
    answers: {
      'GET /api/activity': ({ query }: Call) => {
        const start = (Number(query.get('page')) - 1) * 10;
        return query.get('of') === 'bulk'
          ? { events: each.slice(start, start + 10), total: 12 }
          : { events: [line], total: 1 };
      },
    },
  });
  await page.getByRole('button', { name: 'Show activity' }).click();
  const opener = page.getByRole('button', {
    name: 'Mary Smith gave 12 trips of Wei Brown to Ben Kowalski.',
  });
  await opener.click();
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  const changes = page.getByText(/changed the driver authority license of the trip Ascot 4007/);
  await expect(changes).toHaveCount(10);
  await page
    .getByRole('navigation', { name: 'Changes, pages' })
    .getByRole('button', { name: 'Next' })
    .click();
  await expect(changes).toHaveCount(2);
  await opener.click();
  await expect(changes).toHaveCount(0);
});

test('an email under way is followed until it has arrived', async () => {
  const delivery: Delivery = {
    id: 'a-delivery',
    kind: 'test',
    period: '',
    recipient: 'mary@example.com',
    repeat: 0,
    state: 'sending',
    reason: null,
    attempts: 1,
    nextAttemptAt: NOW,
    createdAt: NOW,
    sentAt: null,
  };
  const reason = 'No one received it: no mail server is set up';
  const sent: Delivery = { ...delivery, state: 'sent', reason, sentAt: NOW };
  const answers = { 'POST /api/deliveries/test': sent };
  const server = await openApp('/?tab=settings', { answers, runs: true });
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  server.change({ 'GET /api/deliveries': { deliveries: [delivery], total: 1 } });
  await page.getByRole('button', { name: 'Send a test email' }).click();
  const table = page.getByRole('table', { name: 'Delivery history' });
  await expect(table).toHaveTextContent('Sending');
  server.change({ 'GET /api/deliveries': { deliveries: [sent], total: 1 } });
  await vi.advanceTimersByTimeAsync(5000);
  await expect(table).toHaveTextContent('Not sent (no mail server)');
});

test('reminders of what expires are switched one by one', async () => {
  let saved = DEFAULT_EXPIRY_REMINDERS;
  const planned = emptyAnswers['GET /api/deliveries/planned'];
  const server = await openApp('/?tab=settings', {
    on: 'phone',
    answers: {
      'GET /api/deliveries/planned': () => ({ ...planned, expiryReminders: saved }),
      'PUT /api/deliveries/expiry-reminders': ({ body }: Call<ExpiryReminders>) => {
        saved = body;
        return saved;
      },
    },
  });
  const group = page.getByRole('group', { name: /^Remind me before an authorisation/ });
  const box = (name: string) => group.getByRole('checkbox', { name });
  await expect(box('6 weeks')).toBeChecked();
  await box('6 weeks').click();
  await expect(toast('Email settings updated successfully')).toBeVisible();
  await expect(box('6 weeks')).not.toBeChecked();
  await box('1 week').click();
  await expect(box('1 week')).not.toBeChecked();
  expect(server.sent('PUT /api/deliveries/expiry-reminders')).toEqual([
    { remindSixWeeks: false, remindFourWeeks: true, remindOneWeek: true },
    { remindSixWeeks: false, remindFourWeeks: true, remindOneWeek: false },
  ]);
  await expectNoViolations();
});

test('a card that could not be loaded says so', async () => {
  expectedErrors.push(/api\/email-settings/);
  await openApp('/?tab=settings', { answers: { 'GET /api/email-settings': refuse(500, 'Broken') } });
  const alert = page.getByRole('alert').filter({ hasText: 'The recipients could not be loaded' });
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a trip of the activity names its driver first', async () => {
  const amy = buildDriver();
  const line: ActivityLine = {
    at: NOW,
    person: 'Mary Smith',
    id: 'a-trip',
    entity: 'trip',
    entityId: 'trip-1',
    action: 'created',
    subject: 'Ascot 4007',
    changes: {
      suburb: { to: 'Ascot' },
      postcode: { to: '4007' },
      notes: { to: 'late '.repeat(60) },
      datetime: { to: '2026-11-21T23:30:00.000Z' },
      driverId: { to: amy.id },
      driverAuthorityLicense: { to: amy.driverAuthorityLicense },
    },
    many: null,
  };
  await openApp('/?tab=settings', {
    on: 'phone',
    answers: { ...storeDrivers([amy]), 'GET /api/activity': { events: [line], total: 1 } },
  });
  await page.getByRole('button', { name: 'Show activity' }).click();
  const details = page.getByText(/^Amy\sYoung · 22\/11\/2026\s09:30 · Notes: late/);
  await expect(details).toBeVisible();
});
