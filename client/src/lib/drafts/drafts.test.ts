import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Draft, type DraftPlace, fieldsThatFit, forgetDrafts, keepDraft, readDraft } from './drafts';

const place: DraftPlace = { owner: 'h1', thing: 'driver-new' };
const amy: Draft = { fields: { firstName: 'Amy' } };

let stored: Record<string, string>;

beforeEach(() => {
  stored = {};
  // a browser's store has its keys as its own properties
  const store = Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(stored, { [key]: value }) },
    removeItem: { value: (key: string) => void delete stored[key] },
  });
  vi.stubGlobal('localStorage', store);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('keeps a draft for its holder and its form, with the version that was seen', () => {
  keepDraft(place, { ...amy, version: 3 });
  expect(readDraft(place)).toMatchObject({ fields: { firstName: 'Amy' }, version: 3 });
  expect(readDraft({ ...place, owner: 'h2' })).toBeUndefined();
  expect(readDraft({ ...place, thing: 'driver-1' })).toBeUndefined();
});

it('is removed once no field is left', () => {
  keepDraft(place, amy);
  keepDraft(place, { fields: {} });
  expect(stored).toEqual({});
});

it('is dropped after seven days, whosever it is', () => {
  vi.useFakeTimers();
  keepDraft(place, amy);
  keepDraft({ ...place, owner: 'h2' }, amy);
  vi.advanceTimersByTime(7 * 24 * 60 * 60_000);
  expect(readDraft(place)).toBeUndefined();
  expect(stored).toEqual({});
});

it('goes with its holder, and leaves what others have', () => {
  keepDraft(place, amy);
  keepDraft({ ...place, thing: 'profile' }, amy);
  keepDraft({ ...place, owner: 'h10' }, amy);
  stored.rememberMe = 'true';
  forgetDrafts('h1');
  expect(Object.keys(stored)).toEqual(['draft:h10:driver-new', 'rememberMe']);
});

it.each(['', '{', 'null', '[]', '{"fields":{}}', '{"keptAt":1,"fields":{"a":"b"}}'])(
  'is none when %j is stored',
  (text) => {
    stored['draft:h1:driver-new'] = text;
    expect(readDraft(place)).toBeUndefined();
    expect(stored).toEqual({});
  },
);

it('is none, and no error, where nothing can be stored', () => {
  vi.stubGlobal('localStorage', undefined);
  keepDraft(place, amy);
  expect(readDraft(place)).toBeUndefined();
  forgetDrafts('h1');
});

it('fills in what the form has, of its kind and no longer than any field takes', () => {
  const filled = { firstName: '', lastName: 'Young', notes: null, isActive: true };
  const fields = {
    firstName: 'x'.repeat(5001),
    lastName: 7,
    notes: 'Gate 2',
    isActive: false,
    toString: 'no field',
    isAdmin: true,
  };
  expect(fieldsThatFit(fields, filled)).toEqual([
    ['notes', 'Gate 2'],
    ['isActive', false],
  ]);
});
