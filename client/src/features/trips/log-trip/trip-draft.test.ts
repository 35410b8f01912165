import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyTripForm } from '../trip-form/trip-form';
import { keepDraft, readDraft } from './trip-draft';

const form = { ...emptyTripForm(new Date('2026-11-21T00:00:00Z')), suburb: 'Toowong', notes: null };

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the changed fields only, without the licence', () => {
  keepDraft('h1', form, { suburb: true, notes: true, postcode: false, driverAuthorityLicense: true });
  expect(readDraft('h1')).toEqual([
    ['suburb', 'Toowong'],
    ['notes', ''],
  ]);
});

it('belongs to one holder', () => {
  keepDraft('h1', form, { suburb: true });
  expect(readDraft('h2')).toEqual([]);
});

it('is removed when no field is changed any more', () => {
  keepDraft('h1', form, { suburb: true });
  keepDraft('h1', form, {});
  expect(stored.size).toBe(0);
});

it.each(['', '{', 'null', '{"holderId":"h1"}', '{"holderId":"h1","fields":{"suburb":1}}'])(
  'is empty when %j is stored',
  (text) => {
    stored.set('tripDraft', text);
    expect(readDraft('h1')).toEqual([]);
  },
);
