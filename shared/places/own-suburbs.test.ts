import { beforeAll, describe, expect, it } from 'vitest';
import { readLocalities } from '../../server/scripts/build/build-localities';
import type { RecentSuburb } from '../trips/trips';
import { indexLocalities, type LocalityIndex, lookUpSuburb, lookUpWithOwn } from './suburb-lookup';

let index: LocalityIndex;
beforeAll(async () => {
  index = indexLocalities(await readLocalities());
});

const place = (suburb: string, postcode: string): RecentSuburb => ({ suburb, postcode });
const richlands = place('Richlands', '4077');

/** What is found, as text: one match, or the matches of a list. */
function shown(own: readonly RecentSuburb[], text: string, table?: LocalityIndex) {
  const result = lookUpWithOwn(own, text, table);
  if (result.kind === 'one') return `${result.match.displayName} ${result.match.postcode}`;
  if (result.kind !== 'several') return result.kind;
  return result.matches.map(({ displayName, postcode }) => `${displayName} ${postcode}`);
}

describe('the suburbs of the own trips', () => {
  it('are the one match of what they begin with, with and without the table', () => {
    expect(shown([richlands], 'rich')).toBe('Richlands 4077');
    expect(shown([richlands], ' RICHL', index)).toBe('Richlands 4077');
    expect(shown([place('Mount Gravatt', '4122')], 'mt gra')).toBe('Mount Gravatt 4122');
  });

  it('are found without their accents, and written with them', () => {
    expect(shown([place('Ngāruawāhia', '4999')], 'ngaru', index)).toBe('Ngāruawāhia 4999');
    expect(shown([place('Łódź', '4999')], 'LODZ')).toBe('Łódź 4999');
  });

  it('are one match by their whole name, though others begin with it', () => {
    const own = [place('Ascot Vale', '3032'), place('Ascot', '4007')];
    expect(shown(own, 'ascot', index)).toBe('Ascot 4007');
    expect(shown([place('Richmond, VIC', '3121')], 'richmond', index)).toBe('Richmond, VIC 3121');
  });

  it('come first where there are several', () => {
    const own = [place('Richmond, VIC', '3121'), richlands];
    expect(shown(own, 'rich')).toEqual(['Richmond, VIC 3121', 'Richlands 4077']);
    const all = shown(own, 'rich', index);
    expect(all.slice(0, 2)).toEqual(['Richmond, VIC 3121', 'Richlands 4077']);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are each counted once', () => {
    const own = [place('Richmond, VIC', '3121'), richlands];
    const [alone, together] = [lookUpSuburb(index, 'rich'), lookUpWithOwn(own, 'rich', index)];
    if (alone.kind !== 'several' || together.kind !== 'several') throw new Error('There is no list');
    expect(together.total).toBe(alone.total);
  });

  it('do not take the place of another suburb that was typed in full', () => {
    const own = [place('Richmond Hill', '4820')];
    expect(shown(own, 'richmond')).toBe('Richmond Hill 4820');
    const found = shown(own, 'richmond', index);
    expect(found[0]).toBe('Richmond Hill 4820');
    expect(found).toContain('Richmond, QLD 4822');
  });

  it('leave every other text to the table', () => {
    for (const text of ['toowong', 'richmond nsw', 'zzz', 'ri', '...'])
      expect(lookUpWithOwn([richlands], text, index)).toEqual(lookUpSuburb(index, text));
    expect(shown([richlands], 'toowong')).toBe('none');
    expect(shown([richlands], 'ri')).toBe('too-short');
  });
});
