import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onDevice } from '../storage';
import { type Draft, type DraftPlace, fieldsThatFit, openDrafts } from './drafts';

const place: DraftPlace = { owner: 'h1', thing: 'driver-new' };
const amy: Draft = { fields: { firstName: 'Amy' } };

let stored: Record<string, string>;
let held: Set<string>;

/** Locks as a browser gives them, all at once; `held` has those of tabs that are open. */
const locks = {
  request: async (name: string, ...rest: unknown[]) => {
    const callback = rest.at(-1) as (lock: object | null) => unknown;
    const isTaken = held.has(name);
    if (rest.length === 1) held.add(name);
    return rest.length === 1 ? new Promise(() => {}) : callback(isTaken ? null : {});
  },
} as LockManager;

const openTab = (name: string) => openDrafts(onDevice, name, locks);
const close = (name: string) => held.delete(`draft:${name}`);

/** What a tab takes over. */
async function adopted(tab: ReturnType<typeof openTab>, of = place) {
  const taken: Draft['fields'][] = [];
  await tab.adopt(of, (draft) => {
    taken.push(draft.fields);
    tab.keep(of, draft);
    return true;
  });
  return taken;
}

beforeEach(() => {
  stored = {};
  held = new Set();
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

it('keeps a draft for its tab, its holder and its form, with the version that was seen', () => {
  const tab = openTab('one');
  tab.keep(place, { ...amy, version: 3 });
  expect(tab.read(place)).toMatchObject({ fields: { firstName: 'Amy' }, version: 3 });
  expect(openTab('two').read(place)).toBeUndefined();
  expect(tab.read({ ...place, owner: 'h2' })).toBeUndefined();
  expect(tab.read({ ...place, thing: 'driver-1' })).toBeUndefined();
});

it('is removed once no field is left', () => {
  const tab = openTab('one');
  tab.keep(place, amy);
  tab.keep(place, { fields: {} });
  expect(stored).toEqual({});
});

it('is handed over once its tab is gone, to one tab, and not before', async () => {
  openTab('one').keep(place, amy);
  const [two, three] = [openTab('two'), openTab('three')];
  expect(await adopted(two)).toEqual([]);
  close('one');
  expect(await adopted(two, { ...place, thing: 'driver-n' })).toEqual([]);
  expect(await adopted(two, { ...place, owner: 'h2' })).toEqual([]);
  expect(await adopted(two)).toEqual([amy.fields]);
  expect(await adopted(three)).toEqual([]);
  expect(Object.keys(stored)).toEqual(['draft:h1:driver-new:two']);
});

it('stays where it is when the form that it is for cannot take it', async () => {
  openTab('one').keep(place, amy);
  close('one');
  await openTab('two').adopt(place, () => false);
  expect(await adopted(openTab('three'))).toEqual([amy.fields]);
});

it('hands over the newest of several', async () => {
  vi.useFakeTimers();
  openTab('one').keep(place, amy);
  vi.advanceTimersByTime(1000);
  openTab('two').keep(place, { fields: { firstName: 'Ben' } });
  close('one');
  close('two');
  expect(await adopted(openTab('three'))).toEqual([{ firstName: 'Ben' }]);
});

it('is dropped after seven days, whosever it is', async () => {
  vi.useFakeTimers();
  const tab = openTab('one');
  tab.keep(place, amy);
  tab.keep({ ...place, owner: 'h2' }, amy);
  vi.advanceTimersByTime(7 * 24 * 60 * 60_000);
  expect(tab.read(place)).toBeUndefined();
  await openTab('two').adopt(place, () => true);
  expect(stored).toEqual({});
});

it('goes with its holder, from every tab, and leaves what others have', () => {
  openTab('one').keep(place, amy);
  openTab('two').keep({ ...place, thing: 'profile' }, amy);
  openTab('two').keep({ ...place, owner: 'h10' }, amy);
  stored.rememberMe = 'true';
  openTab('three').forget('h1');
  expect(Object.keys(stored)).toEqual(['draft:h10:driver-new:two', 'rememberMe']);
});

it.each(['', '{', 'null', '[]', '{"fields":{}}', '{"keptAt":1,"fields":{"a":"b"}}'])(
  'is none when %j is stored',
  (text) => {
    stored['draft:h1:driver-new:one'] = text;
    expect(openTab('one').read(place)).toBeUndefined();
    expect(stored).toEqual({});
  },
);

it('is none, and no error, where nothing can be stored', async () => {
  vi.stubGlobal('localStorage', undefined);
  const tab = openTab('one');
  tab.keep(place, amy);
  expect(tab.read(place)).toBeUndefined();
  expect(await adopted(tab)).toEqual([]);
  tab.forget('h1');
});

it('is its own alone where a tab cannot tell which others are open', async () => {
  const alone = openDrafts(onDevice, '', undefined);
  alone.keep(place, amy);
  expect(await adopted(alone)).toEqual([]);
  expect(alone.read(place)?.fields).toEqual(amy.fields);
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
