import type { ActivityEvent } from '@shared/activity';
import { describe, expect, test } from 'vitest';
import { changeLines, eventTitle } from './activity-text';

const event = (fields: Partial<ActivityEvent>): ActivityEvent => ({
  id: 'a',
  at: '2026-11-21T02:00:00.000Z',
  entity: 'trip',
  action: 'updated',
  subject: 'Toowong 4066',
  person: 'Mary Smith',
  changes: {},
  ...fields,
});

test.each([
  [event({}), 'Trip changed: Toowong 4066'],
  [event({ action: 'deleted' }), 'Trip deleted: Toowong 4066'],
  [event({ entity: 'holder', subject: null }), 'Profile changed'],
  [event({ entity: 'recipient', action: 'created', subject: 'a@b.au' }), 'Email recipient added: a@b.au'],
])('an event is called %#', (given, title) => {
  expect(eventTitle(given)).toBe(title);
});

describe('changeLines', () => {
  test('names each field that changed, before and after', () => {
    const changes = {
      waitingTime: { from: 5, to: 9 },
      notes: { from: null, to: 'late' },
      datetime: { from: '2026-11-20T23:30:00.000Z', to: '2026-12-31T14:05:00.000Z' },
      endDate: { from: null, to: '2026-12-30T14:00:00.000Z' },
      isActive: { from: true, to: false },
      logoUrl: { from: null, to: '/files/logos/x/y-document.png' },
      deletedBy: { to: 'x' },
    };
    expect(changeLines(event({ changes }))).toEqual([
      'Waiting Time: 5 → 9',
      'Notes: – → late',
      'Date: 21/11/2026 09:30 → 01/01/2027 00:05',
      'End Date: – → 31/12/2026',
      'Active: yes → no',
      'Company Logo: – → a picture',
    ]);
  });

  test('names the filled-in fields of an addition or a deletion', () => {
    const changes = {
      email: { to: 'a@b.au' },
      isActive: { to: true },
      notes: { to: null },
      bounces: { to: 0 },
    };
    expect(changeLines(event({ action: 'created', changes }))).toEqual(['Email: a@b.au']);
    const read = {
      tripCount: { to: 3 },
      dateOrder: { to: 'month-first' },
      daysFrom: { to: '1904' },
      rowsToCheck: { to: 1 },
    };
    expect(changeLines(event({ entity: 'import', action: 'created', changes: read }))).toEqual([
      'Trip Count: 3',
      'Date Order: month-first',
      'Days Counted From: 1904',
      'Rows To Check: 1',
    ]);
    expect(changeLines(event({ action: 'deleted', changes: { email: { from: 'a@b.au' } } }))).toEqual([
      'Email: a@b.au',
    ]);
  });
});
