import type { LicenceKind } from '@shared/vehicles/dated-facts';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import {
  emptyLicence,
  emptySpan,
  registrationQuestion,
  vehicleForm,
  vehicleFormSchema,
} from './vehicle-form';

const now = new Date('2026-06-30T14:05:00Z'); // 1 July 2026 00:05 in Brisbane

const {
  change: _,
  changedOn: _day,
  callSign: _sign,
  callSignAnswer: _answer,
  ...empty
} = vehicleForm(null, now);
const filled = {
  ...empty,
  registration: '123-abc',
  licences: [{ ...emptyLicence('2026-07-01'), kind: 'taxi' as LicenceKind, number: ' 77 ' }],
};
const messages = (fields: Partial<typeof filled>) =>
  safeParse(vehicleFormSchema, { ...filled, ...fields }).error?.issues.map(({ message }) => message);

describe('the vehicle form', () => {
  it('becomes the vehicle that POST /api/vehicles takes', () => {
    expect(safeParse(vehicleFormSchema, filled).data).toEqual({
      registration: '123ABC',
      description: null,
      availability: [{ from: '2026-07-01', to: null }],
      isSubstituteTaxi: false,
      isSubcontracted: false,
      licences: [{ kind: 'taxi', number: '77', from: '2026-07-01', expires: null }],
      notes: null,
    });
  });

  it('leaves out the licences of a substitute taxi, written or not', () => {
    const substitute = { ...filled, isSubstituteTaxi: true, licences: empty.licences };
    expect(safeParse(vehicleFormSchema, substitute).data).toMatchObject({
      isSubstituteTaxi: true,
      licences: [],
    });
  });

  it('takes a vehicle without a licence for a substitute taxi only where someone said so', () => {
    const vehicle = { availability: [], licences: [], callSigns: [], createdAt: '2026-01-01T00:00:00Z' };
    const isSubstituteTaxi = (said: boolean) =>
      vehicleForm({ ...vehicle, isSubstituteTaxi: said } as unknown as Vehicle, now).isSubstituteTaxi;
    expect([isSubstituteTaxi(false), isSubstituteTaxi(true)]).toEqual([false, true]);
    expect(safeParse(vehicleFormSchema, { ...filled, licences: [] }).data).toMatchObject({
      isSubstituteTaxi: false,
      licences: [],
    });
  });

  it.each([
    [{ registration: '--' }, ['Registration is required']],
    [{ licences: empty.licences }, ['Licence Number is required']],
    [{ availability: [emptySpan()] }, ['Please enter the first day']],
    [
      { availability: [{ ...emptySpan('2026-07-02'), to: '2026-07-01' }] },
      ['The last day must not be before the first'],
    ],
    [
      {
        availability: [
          { ...emptySpan('2026-07-02'), to: '2026-07-05' },
          { ...emptySpan('2026-07-01'), to: '2026-07-02' },
        ],
      },
      ['The times available must not overlap'],
    ],
  ])('refuses %o', (fields, expected) => {
    expect(messages(fields)).toEqual(expected);
  });

  it('asks about another registration of a stored vehicle, not about the same written otherwise', () => {
    const vehicle = { registration: '123ABC' } as Vehicle;
    const ask = (registration: string) => registrationQuestion(vehicle, { registration })?.title;
    expect(ask('456-def')).toBe('Why are you changing registration 123ABC to 456DEF?');
    expect(ask('123 abc')).toBeUndefined();
    expect(ask('')).toBeUndefined();
    expect(registrationQuestion(null, { registration: '456DEF' })).toBeUndefined();
  });

  it('takes what was entered today for a typing error, and asks about the rest', () => {
    const created = (createdAt: string) =>
      vehicleForm({ availability: [], licences: [], callSigns: [], createdAt } as unknown as Vehicle, now)
        .change;
    expect(created('2026-06-30T14:00:00Z')).toBe('correction');
    expect(created('2026-06-30T13:59:00Z')).toBe('');
  });
});
