import { describe, expect, it } from 'vitest';
import { codeIn } from './code-in-text';

describe('a code is found', () => {
  it.each([
    '12345678',
    ' 1234 5678 ',
    '1234-5678',
    '1234\u20135678',
    '1234\u00a05678',
    '1 2 3 4 5 6 7 8',
    'Your code is 1234 5678.',
    'Your code: 12345678\nIt is good for 10 minutes.',
    'In 10 minutes 12345678 ends',
    'At 9:05 12345678 was sent',
  ])('in %j', (text) => {
    expect(codeIn(text)).toBe('12345678');
  });
});

describe('no code is found', () => {
  it.each(['', '1234567', '123456789', '1234  5678', 'your code', '1234 567 x 8'])('in %j', (text) => {
    expect(codeIn(text)).toBeUndefined();
  });
});
