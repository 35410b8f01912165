import { describe, expect, it } from 'vitest';
import type { RecentSuburb } from '../trips/trips';
import { indexLocalities } from './suburb-lookup';
import {
  findingOf,
  findSuburb,
  hasToLookUp,
  nextSuburbState,
  type PlaceFields,
  type SuburbEvent,
  type SuburbState,
  viewOfSuburb,
} from './suburb-lookup-state';

const index = indexLocalities([
  { name: 'Toowong', state: 'QLD', postcode: '4066' },
  { name: 'West End', state: 'QLD', postcode: '4101' },
  { name: 'West End', state: 'QLD', postcode: '4810' },
  { name: 'Carlton', state: 'VIC', postcode: '3053' },
  { name: 'Carlton', state: 'NSW', postcode: '2218' },
]);
const points = new Map([
  ['west end 4101', [153, -27.5]],
  ['west end 4810', [146.8, -19.3]],
  ['garbutt 4814', [146.8, -19.3]],
] as const);
const own: RecentSuburb[] = [{ suburb: 'Garbutt', postcode: '4814' }];
const START: SuburbState = {
  fields: { suburb: '', postcode: '', isPostcodeFilledIn: false },
  isListOpen: false,
};

const follow = (state: SuburbState, ...events: SuburbEvent[]) => events.reduce(nextSuburbState, state);
const withFields = (state: SuburbState, fields: Partial<PlaceFields>): SuburbState => ({
  ...state,
  fields: { ...state.fields, ...fields },
});

/** The field has this text now. */
const type = (suburb: string, state = START) => follow(withFields(state, { suburb }), { type: 'typed', own });

/** The table has answered what a state's text means: after a pause, or when the field was left. */
async function lookUp(state: SuburbState, how: 'pause' | 'left') {
  const result = await findSuburb(state.fields.suburb, own, index, async () => points);
  return follow(state, { type: 'looked-up', result, isTyping: how === 'pause' });
}

const view = (state: SuburbState) => viewOfSuburb(state, own, index);

describe('a suburb that is typed', () => {
  it('is looked up from three characters on, until it is settled', async () => {
    expect(hasToLookUp(type('to'))).toBe(false);
    expect(hasToLookUp(type('too'))).toBe(true);
    expect(hasToLookUp(await lookUp(type('toowong'), 'left'))).toBe(false);
    expect(hasToLookUp(withFields(type('toowong'), { suburb: 'Ascot' }))).toBe(false);
  });

  it('fills the postcode of its one match, and completes the name only once the field is left', async () => {
    const typing = await lookUp(type('toow'), 'pause');
    expect(typing.fields).toEqual({ suburb: 'toow', postcode: '4066', isPostcodeFilledIn: true });
    expect(hasToLookUp(typing)).toBe(true);
    const left = await lookUp(typing, 'left');
    expect(left.fields).toMatchObject({ suburb: 'Toowong', postcode: '4066' });
    expect(findingOf(left)).toMatchObject({ kind: 'one', match: { postcode: '4066' } });
    expect((await lookUp(type('toowong'), 'pause')).fields.suburb).toBe('Toowong');
  });

  it("is at once taken for the holder's own place that begins so", () => {
    const state = type('garb');
    expect(state.fields.postcode).toBe('4814');
    expect(view(state).ownMatch).toMatchObject({ name: 'Garbutt' });
  });

  it('has the place filled in that is nearer to the trips, with the others next to it', async () => {
    const typing = await lookUp(type('west end'), 'pause');
    expect(typing.fields).toMatchObject({ suburb: 'west end', postcode: '4810' });
    const left = await lookUp(typing, 'left');
    expect(left.fields).toMatchObject({ suburb: 'West End', postcode: '4810' });
    expect(view(left)).toMatchObject({ choices: undefined, others: [{ postcode: '4101' }] });
  });

  it('keeps a postcode that was typed where the name has several places', async () => {
    const typed = follow(withFields(type('west end'), { postcode: '4101' }), { type: 'postcode-typed' });
    const left = await lookUp(typed, 'left');
    expect(left.fields).toMatchObject({ suburb: 'west end', postcode: '4101' });
  });

  it('shows the list of several places of other states, and fills nothing', async () => {
    const state = await lookUp(type('carlton'), 'pause');
    expect(state.fields).toMatchObject({ suburb: 'carlton', postcode: '' });
    expect(view(state).choices?.matches).toHaveLength(2);
    const closed = follow(state, { type: 'list-closed' });
    expect(view(closed).choices).toBeUndefined();
    expect(view(follow(closed, { type: 'list-opened' })).choices).toBeDefined();
  });

  it('loses a postcode that was filled in when it changes, and keeps one that was typed', async () => {
    const filled = await lookUp(type('toowong'), 'left');
    expect(type('toowongx', filled).fields.postcode).toBe('');
    const typed = follow(withFields(filled, { postcode: '4000' }), { type: 'postcode-typed' });
    expect(type('toowongx', typed).fields.postcode).toBe('4000');
    expect((await lookUp(type('nowhere', typed), 'left')).fields.postcode).toBe('4000');
  });

  it('is offered the names that are nearly the same, where there is none of it', async () => {
    const state = await lookUp(type('toowung'), 'left');
    expect(findingOf(state)).toEqual({ kind: 'none' });
    expect(view(state).rightPlaces).toMatchObject([{ name: 'Toowong' }]);
  });

  it('is accepted where the table cannot be loaded', async () => {
    const result = await findSuburb('toowong', own, undefined, async () => points);
    const state = follow(type('toowong'), { type: 'looked-up', result, isTyping: false });
    expect(findingOf(state)).toEqual({ kind: 'unavailable' });
  });

  it('is not changed by a lookup of what stood there before', async () => {
    const result = await findSuburb('toowong', own, index, async () => points);
    const state = type('ascot');
    expect(follow(state, { type: 'looked-up', result, isTyping: false })).toBe(state);
  });
});

describe('a place that is chosen', () => {
  const [toowong, westEnd] = [
    { name: 'Toowong', displayName: 'Toowong', postcode: '4066' },
    { name: 'West End', displayName: 'West End', postcode: '4101' },
  ];

  it('fills suburb and postcode, and closes the list', async () => {
    const state = follow(await lookUp(type('carlton'), 'left'), { type: 'chosen', match: toowong });
    expect(state.fields).toEqual({ suburb: 'Toowong', postcode: '4066', isPostcodeFilledIn: true });
    expect(state.isListOpen).toBe(false);
    expect(hasToLookUp(state)).toBe(false);
  });

  it('has the places near it next to it, until the suburb changes', () => {
    const state = follow(START, { type: 'chosen', match: toowong, nearby: [westEnd] });
    expect(view(state)).toMatchObject({ others: [westEnd], isNearby: true });
    expect(view(type('ascot', state))).toMatchObject({ others: [], isNearby: false });
  });

  it('of an earlier trip is not looked up', () => {
    const state = follow(type('carl'), { type: 'filled', place: { suburb: 'st lucia', postcode: '4067' } });
    expect(state.fields).toEqual({ suburb: 'St Lucia', postcode: '4067', isPostcodeFilledIn: true });
    expect(hasToLookUp(state)).toBe(false);
  });
});

describe('a postcode that is typed', () => {
  it('is compared with the settled suburb, whose own postcodes are offered', async () => {
    const settled = await lookUp(type('toowong'), 'left');
    const state = follow(withFields(settled, { postcode: '4000' }), { type: 'postcode-typed' });
    expect(state.fields.isPostcodeFilledIn).toBe(false);
    expect(view(state)).toMatchObject({ isMismatch: true, rightPlaces: [{ postcode: '4066' }] });
    expect(view(withFields(state, { postcode: '4066' })).isMismatch).toBe(false);
    expect(view(withFields(state, { postcode: '400' })).isMismatch).toBe(false);
  });

  it('is not compared while the suburb is half typed', () => {
    expect(view(withFields(type('toowong'), { postcode: '4000' })).isMismatch).toBe(false);
  });
});
