import { expect, it } from 'vitest';
import { takePostcode } from './line-parts';

it.each([
  ['Toowong 4066', '4066'],
  ['Toowong,QLD4066', '4066'],
  ['DA-4711 Toowong', undefined],
  ['DA4711 Toowong', undefined],
  ['DA-4711 Toowong 4066', '4066'],
])('does not take a licence for the postcode: %j', (text, postcode) => {
  expect(takePostcode(text).found).toBe(postcode);
});
