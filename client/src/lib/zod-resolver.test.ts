import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { zodResolver } from './zod-resolver';

const schema = z.object({
  suburb: z.string().check(z.trim(), z.minLength(1, 'Suburb is required')),
  postcode: z
    .string()
    .check(z.minLength(1, 'Postcode is required'), z.regex(/^\d{4}$/, 'Postcode must be 4 digits')),
});
const resolve = (values: z.input<typeof schema>) =>
  zodResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

it('answers what the schema makes of the fields', async () => {
  expect(await resolve({ suburb: ' Toowong ', postcode: '4066' })).toEqual({
    values: { suburb: 'Toowong', postcode: '4066' },
    errors: {},
  });
});

it('says the first thing that is wrong with each field', async () => {
  const { errors } = await resolve({ suburb: ' ', postcode: '' });
  expect(errors.suburb?.message).toBe('Suburb is required');
  expect(errors.postcode?.message).toBe('Postcode is required');
});
