import { beforeAll, describe, expect, it } from 'vitest';
import { readLocalities } from '../../server/scripts/build/build-localities';
import type { RecentSuburb } from '../trips/trips';
import type { SuburbMatch } from './own-suburbs';
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

  it('are the likely ones of a name, with every other place of it', () => {
    const named = (own: readonly RecentSuburb[], text: string) => {
      const found = lookUpWithOwn(own, text, index);
      if (found.kind !== 'several') throw new Error('There is no list');
      const written = (match?: SuburbMatch) => `${match?.displayName} ${match?.postcode}`;
      return { likely: written(found.likely), namesakes: found.namesakes?.map(written), total: found.total };
    };
    expect(named([place('Toowong', '4999'), place('Toowong', '4998')], 'toowong')).toEqual({
      likely: 'Toowong 4999',
      namesakes: ['Toowong 4998', 'Toowong 4066'],
      total: 3,
    });
    expect(named([place('Toowong Hills', '4999')], 'toowong')).toEqual({
      likely: 'Toowong 4066',
      namesakes: [],
      total: 2,
    });
    expect(named([place('West End', '4810'), place('West End', '4101')], 'west end')).toEqual({
      likely: 'West End 4810',
      namesakes: ['West End 4101', 'West End, WA 6530'],
      total: 3,
    });
    expect(named([place('Richmond Hill', '4820')], 'richmond').namesakes).toEqual([
      'Richmond, QLD 4822',
      'Richmond, NSW 2753',
      'Richmond, SA 5033',
      'Richmond, TAS 7025',
      'Richmond, VIC 3121',
    ]);
  });

  it('are offered with the best of the others, 20 in all', () => {
    const own = [place('Hillcrest', '4118'), place('Hill End', '4999')];
    expect(shown(own, 'hill', index)).toHaveLength(20);
  });

  it('leave every other text to the table', () => {
    for (const text of ['toowong', 'richmond nsw', 'zzz', 'ri', '...'])
      expect(lookUpWithOwn([richlands], text, index)).toEqual(lookUpSuburb(index, text));
    expect(shown([richlands], 'toowong')).toBe('none');
    expect(shown([richlands], 'ri')).toBe('too-short');
  });
});
