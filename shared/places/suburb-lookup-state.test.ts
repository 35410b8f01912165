import { describe, expect, it } from 'vitest';
import type { RecentSuburb } from '../trips/trips';
import { indexLocalities } from './place-table';
import {
  findingOf,
  findSuburb,
  hasToLookUp,
  nextSuburbState,
  type PlaceFields,
  type SuburbEvent,
  type SuburbState,
  saidPostcode,
  viewOfSuburb,
} from './suburb-lookup-state';

const points = new Map([
  ['toowong 4066', [147, -19.3]],
  ['west end 4101', [153, -27.5]],
  ['west end 4810', [146.8, -19.3]],
  ['garbutt 4814', [146.8, -19.3]],
] as const);
const index = indexLocalities(
  [
    { name: 'Toowong', state: 'QLD', postcode: '4066' },
    { name: 'West End', state: 'QLD', postcode: '4101' },
    { name: 'West End', state: 'QLD', postcode: '4810' },
    { name: 'Carlton', state: 'VIC', postcode: '3053' },
    { name: 'Carlton', state: 'NSW', postcode: '2218' },
  ],
  {},
  points,
);
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
function lookUp(state: SuburbState, how: 'pause' | 'left') {
  const result = findSuburb(state.fields.suburb, own, index, saidPostcode(state.fields));
  return follow(state, { type: 'looked-up', result, isTyping: how === 'pause' });
}

const view = (state: SuburbState) => viewOfSuburb(state, own, index);

describe('a suburb that is typed', () => {
  it('is looked up from three characters on, until it is settled', () => {
    expect(hasToLookUp(type('to'))).toBe(false);
    expect(hasToLookUp(type('too'))).toBe(true);
    expect(hasToLookUp(lookUp(type('toowong'), 'left'))).toBe(false);
    expect(hasToLookUp(withFields(type('toowong'), { suburb: 'Ascot' }))).toBe(false);
  });

  it('fills the postcode of its one match, and completes the name only once the field is left', () => {
    const typing = lookUp(type('toow'), 'pause');
    expect(typing.fields).toEqual({ suburb: 'toow', postcode: '4066', isPostcodeFilledIn: true });
    expect(hasToLookUp(typing)).toBe(true);
    const left = lookUp(typing, 'left');
    expect(left.fields).toMatchObject({ suburb: 'Toowong', postcode: '4066' });
    expect(findingOf(left)).toMatchObject({ kind: 'one', match: { postcode: '4066' } });
    expect(lookUp(type('toowong'), 'pause').fields.suburb).toBe('Toowong');
  });

  it("is at once taken for the holder's own place that begins so", () => {
    const state = type('garb');
    expect(state.fields.postcode).toBe('4814');
    expect(view(state).ownMatch).toMatchObject({ name: 'Garbutt' });
  });

  it('has the place filled in that is nearer to the trips, and all of the name to choose from', () => {
    const typing = lookUp(type('west end'), 'pause');
    expect(typing.fields).toMatchObject({ suburb: 'west end', postcode: '4810' });
    const left = lookUp(typing, 'left');
    expect(left.fields).toMatchObject({ suburb: 'West End', postcode: '4810' });
    expect(view(left).choices).toMatchObject({
      likely: { postcode: '4810' },
      matches: [{ postcode: '4810' }, { postcode: '4101' }],
    });
  });

  it('is the place that has the postcode that was typed', () => {
    const typed = follow(withFields(type('west end'), { postcode: '4101' }), { type: 'postcode-typed' });
    const left = lookUp(typed, 'left');
    expect(left.fields).toMatchObject({ suburb: 'West End', postcode: '4101' });
    expect(view(left).choices).toBeUndefined();
  });

  it('shows the list of several places of other states, and fills nothing', () => {
    const state = lookUp(type('carlton'), 'pause');
    expect(state.fields).toMatchObject({ suburb: 'carlton', postcode: '' });
    expect(view(state).choices?.matches).toHaveLength(2);
    const closed = follow(state, { type: 'list-closed' });
    expect(view(closed).choices).toBeUndefined();
    expect(view(follow(closed, { type: 'list-opened' })).choices).toBeDefined();
  });

  it('loses a postcode that was filled in when it changes, and keeps one that was typed', () => {
    const filled = lookUp(type('toowong'), 'left');
    expect(type('toowongx', filled).fields.postcode).toBe('');
    const typed = follow(withFields(filled, { postcode: '4000' }), { type: 'postcode-typed' });
    expect(type('toowongx', typed).fields.postcode).toBe('4000');
    expect(lookUp(type('nowhere', typed), 'left').fields.postcode).toBe('4000');
  });

  it('is offered the names that are nearly the same, where there is none of it', () => {
    const state = lookUp(type('toowung'), 'left');
    expect(view(state).choices?.matches).toMatchObject([{ name: 'Toowong' }]);
    expect(state.fields.postcode).toBe('');
  });

  it('is refused where it cannot be a suburb', () => {
    expect(view(lookUp(type('12 Smith St'), 'left')).objection).toContain('This is a street');
    expect(view(lookUp(type('nowhere'), 'left')).objection).toBeUndefined();
  });

  it('says how far a place is that was filled in far from the trips', () => {
    const far = withFields(START, { suburb: 'west end 4101' });
    expect(view(lookUp(follow(far, { type: 'typed', own }), 'left')).farKm).toBeGreaterThan(1000);
  });

  it('is accepted where the table cannot be loaded, and looked up once it is there', () => {
    const result = findSuburb('toowong', own, undefined);
    const state = follow(type('toowong'), { type: 'looked-up', result, isTyping: false });
    expect(findingOf(state)).toEqual({ kind: 'unavailable' });
    expect(hasToLookUp(state)).toBe(true);
    expect(lookUp(state, 'left').fields).toMatchObject({ suburb: 'Toowong', postcode: '4066' });
  });

  it('is not changed by a lookup of what stood there before', () => {
    const result = findSuburb('toowong', own, index);
    const state = type('ascot');
    expect(follow(state, { type: 'looked-up', result, isTyping: false })).toBe(state);
  });
});

describe('a place that is chosen', () => {
  const [toowong, westEnd] = [
    { name: 'Toowong', displayName: 'Toowong', postcode: '4066' },
    { name: 'West End', displayName: 'West End', postcode: '4101' },
  ];

  it('fills suburb and postcode, and closes the list', () => {
    const state = follow(lookUp(type('carlton'), 'left'), { type: 'chosen', match: toowong });
    expect(state.fields).toEqual({ suburb: 'Toowong', postcode: '4066', isPostcodeFilledIn: true });
    expect(state.isListOpen).toBe(false);
    expect(hasToLookUp(state)).toBe(false);
  });

  it('has the places near it next to it, until the suburb changes', () => {
    const state = follow(START, { type: 'chosen', match: toowong, nearby: [westEnd] });
    expect(view(state)).toMatchObject({ nearby: [westEnd] });
    expect(view(type('ascot', state))).toMatchObject({ nearby: [] });
  });

  it('of an earlier trip is not looked up', () => {
    const state = follow(type('carl'), { type: 'filled', place: { suburb: 'st lucia', postcode: '4067' } });
    expect(state.fields).toEqual({ suburb: 'St Lucia', postcode: '4067', isPostcodeFilledIn: true });
    expect(hasToLookUp(state)).toBe(false);
  });
});

describe('a postcode that is typed', () => {
  it('stays, whatever the suburb has', () => {
    const typed = withFields(type('toowong'), { postcode: '4000' });
    const left = lookUp(typed, 'left');
    expect(left.fields).toMatchObject({ suburb: 'Toowong', postcode: '4000' });
    expect(view(left)).toMatchObject({ isMismatch: true, isUnknown: false });
    expect(type('garb', withFields(START, { postcode: '4000' })).fields.postcode).toBe('4000');
  });

  it('has its suburbs offered for a text that is none, which stays refused until one is chosen', () => {
    const state = lookUp(withFields(type('12 Smith St'), { postcode: '4066' }), 'left');
    expect(view(state)).toMatchObject({
      objection: expect.stringContaining('This is a street'),
      choices: { question: 'Which suburb of 4066?', matches: [{ name: 'Toowong' }] },
      chosen: undefined,
    });
    const match = view(state).choices?.matches[0];
    const chosen = match && follow(state, { type: 'chosen', match });
    expect(chosen && view(chosen).objection).toBeUndefined();
  });

  it('is stored with a suburb that no table has, as it was typed', () => {
    const state = lookUp(withFields(type('nowhere'), { postcode: '4999' }), 'left');
    expect(state.fields).toMatchObject({ suburb: 'nowhere', postcode: '4999' });
    expect(view(state)).toMatchObject({ isUnknown: true, objection: undefined });
  });

  it('is compared with the settled suburb, whose own postcodes are offered', () => {
    const settled = lookUp(type('toowong'), 'left');
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
