import { type Delivery, WRITTEN_TO_DISK } from '@shared/deliveries/deliveries';
import { describe, expect, test } from 'vitest';
import {
  canSendAgain,
  deliveryState,
  deliveryTime,
  deliveryTitle,
  plannedTitle,
  sentToast,
} from './delivery-text';

test.each([
  [['Vehicle licence of 100KAQ'], 'Vehicle licence of 100KAQ expires 08/01/2027 (4 weeks before)'],
  [
    ['Vehicle licence of 100KAQ', 'x'],
    'Vehicle licence of 100KAQ and 1 more expire 08/01/2027 (4 weeks before)',
  ],
  [[], 'Reminder: what expires on 08/01/2027'],
])('a reminder to come says what expires: %o', (expiring, title) => {
  const at = '2026-12-11T00:00:00.000Z';
  const planned = { at, kind: 'expiry-four-weeks', period: '2027-01-08', dueDay: '2027-01-08' } as const;
  expect(plannedTitle({ ...planned, expiring, recipients: [] })).toBe(title);
});

const delivery = (overrides: Partial<Delivery> = {}): Delivery => ({
  id: 'd1',
  kind: 'quarterly',
  period: 'Q1-2026',
  recipient: 'anna@example.com',
  repeat: 0,
  state: 'sent',
  reason: null,
  attempts: 1,
  nextAttemptAt: '2026-09-30T22:05:00.000Z',
  createdAt: '2026-09-30T22:00:00.000Z',
  sentAt: '2026-09-30T22:00:04.000Z',
  ...overrides,
});

test.each([
  ['quarterly', 'Q1-2026', 'Quarterly Report Q1 (Jul–Sep 2026)'],
  ['annual', '2025-2026', 'Annual Report 2025-2026'],
  ['quarterly-reminder', 'Q3-2027', 'Reminder: quarterly report Q3 (Jan–Mar 2027)'],
  ['annual-reminder', '2025-2026', 'Reminder: annual report 2025-2026'],
  ['welcome', '2026-11-21', 'Notice to a new recipient'],
  ['test', '2026-11-21', 'Test email'],
  ['new-device', 'a-device', 'Notice: sign-in on a new device'],
] as const)('%s of %s is called "%s"', (kind, period, title) => {
  expect(deliveryTitle({ kind, period })).toBe(title);
});

test('its time is when it was sent, in Brisbane', () => {
  expect(deliveryTime(delivery())).toBe('01/10/2026 08:00');
  expect(deliveryTime(delivery({ sentAt: null, createdAt: '2026-12-31T14:00:00.000Z' }))).toBe(
    '01/01/2027 00:00',
  );
});

describe('its state', () => {
  test('says why a mail failed, and when it is tried again', () => {
    const refused = { state: 'failed', reason: 'The mail server refused the address: 550' } as const;
    expect(deliveryState(delivery(refused))).toEqual({
      label: 'Failed',
      tone: 'due',
      detail: 'The mail server refused the address: 550',
    });
    const waiting = { state: 'pending', reason: 'The mail server could not be reached' } as const;
    expect(deliveryState(delivery(waiting))).toEqual({
      label: 'Trying again',
      tone: 'due',
      detail: 'The mail server could not be reached. Next try 01/10/2026 08:05.',
    });
    const kept = delivery({ reason: WRITTEN_TO_DISK });
    expect(deliveryState(kept)).toMatchObject({ label: 'Not sent (no mail server)', detail: null });
    expect(deliveryState(delivery({ state: 'pending', attempts: 0 })).label).toBe('Waiting');
    const held = { state: 'pending', attempts: 0, reason: 'It is sent later' } as const;
    expect(deliveryState(delivery(held)).detail).toBe('It is sent later');
  });

  test('decides whether it can be sent again', () => {
    expect(canSendAgain(delivery())).toBe(true);
    expect(canSendAgain(delivery({ state: 'failed' }))).toBe(true);
    expect(canSendAgain(delivery({ state: 'pending' }))).toBe(false);
    expect(canSendAgain(delivery({ state: 'sending' }))).toBe(false);
    expect(canSendAgain(delivery({ kind: 'test' }))).toBe(false);
    expect(canSendAgain(delivery({ kind: 'new-device' }))).toBe(false);
  });
});

test('the toast for a mail says whether it was sent', () => {
  const mail = delivery({ kind: 'test' });
  expect(sentToast(mail)).toEqual({ title: 'Test email sent to anna@example.com' });
  expect(sentToast(delivery({ kind: 'test', reason: WRITTEN_TO_DISK })).title).toBe(
    'Test email written to disk, for anna@example.com',
  );
  const failed = delivery({ state: 'failed', reason: 'The mail server refused the address: 550' });
  expect(sentToast(failed)).toEqual({
    title: 'Error',
    description: 'The mail server refused the address: 550',
    variant: 'destructive',
  });
});
