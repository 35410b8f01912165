import { HELD, type PlannedDeliveries } from '@shared/deliveries/deliveries';
import { expectNoViolations } from '@test/axe';
import { buildRecipient } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { test } from 'vitest';
import { page } from 'vitest/browser';

test('on a phone two reminders of one date say how long before it they come, and what is ticked says that it is saved', async () => {
  const reminder = {
    period: '2027-01-02',
    dueDay: '2027-01-02',
    expiring: ['Booking entity authorisation'],
    recipients: ['mary@example.com'],
  };
  const planned: PlannedDeliveries['planned'] = [
    { ...reminder, kind: 'expiry-four-weeks', at: '2026-12-04T22:00:00.000Z' },
    { ...reminder, kind: 'expiry-one-week', at: '2026-12-25T22:00:00.000Z' },
  ];
  await openApp('/?tab=settings', {
    on: 'phone',
    answers: {
      'GET /api/email-settings': [buildRecipient('boss@example.com')],
      'GET /api/deliveries/planned': { ...emptyAnswers['GET /api/deliveries/planned'], planned },
    },
  });
  const rows = page.getByRole('list', { name: /^Next emails/ }).getByRole('listitem');
  await expect(rows.nth(0)).toHaveTextContent('05/12/2026 08:00 · 4 weeks before');
  await expect(rows.nth(1)).toHaveTextContent('26/12/2026 08:00 · 1 week before');
  await expect(page.getByText('Ticks are saved at once.')).toHaveCount(3);
});

test('a restored copy says that it sends no emails, and since when', async () => {
  const planned = { ...emptyAnswers['GET /api/deliveries/planned'], heldSince: '2026-11-20T22:00:00.000Z' };
  const unsent: PlannedDeliveries = { ...planned, transport: 'outbox' };
  await openApp('/?tab=settings', { on: 'phone', answers: { 'GET /api/deliveries/planned': unsent } });
  await expect(page.getByText('Emails are held since 21/11/2026 08:00')).toBeVisible();
  await expect(page.getByText(HELD)).toBeVisible();
  await expect(page.getByText('Emails are not being sent')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Send a test email' })).toBeDisabled();
  await expectNoViolations();
});
