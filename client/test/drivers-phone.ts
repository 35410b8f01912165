import type { PhoneSession } from '@shared/holders';
import type { Trip } from '@shared/trips/trips';
import { buildDriver, buildHolder } from './data';
import { type Answers, type Call, refuse, replyTo } from './fake-server';
import { storeShifts, storeTrips } from './stores';

export const amy = buildDriver();
const holder = buildHolder();

export const phoneSession: PhoneSession = {
  id: holder.id,
  companyName: holder.companyName,
  tradingName: null,
  logoUrl: null,
  driver: { id: amy.id, name: 'Amy Young' },
};

/** What a driver's own phone is to the server: `unknown` until a code makes it one. */
export type PhoneState = { is: 'unknown' | 'on' | 'ended' };

/** What the server answers of a code of the holder's driver. */
export const whoseOf = ({ id, name }: PhoneSession['driver']) => ({
  holderId: holder.id,
  driverId: id,
  driverName: name,
  companyName: holder.companyName,
});

const WRONG = 'This code is wrong or has expired. Ask the office for a new one.';
export const CODE = '12345678';

/** Answers as the server does to Amy's own phone, and to a browser that becomes it by `CODE`. */
export function storePhone(trips: Trip[] = [], state: PhoneState = { is: 'on' }) {
  const wrong = refuse(401, WRONG, { code: 'wrong-code' });
  const stranger = refuse(401, 'Not authenticated', { code: 'unauthorised' });
  const own: Answers = {
    ...storeTrips([amy], trips),
    ...storeShifts([amy], []),
    'POST /api/drivers/:id/phone-codes': { url: '', code: '87654321', expiresAt: '2026-11-23T02:00:00.000Z' },
  };
  // like the server, which is closed to a phone but for this
  const open = [
    /^(GET|POST) \/api\/trips$/,
    /^(PUT|DELETE) \/api\/trips\/:id$/,
    /^GET \/api\/trips\/(recent-suburbs|duplicates)$/,
    /^POST \/api\/trips\/restore$/,
    /^POST \/api\/shifts$/,
    /^(PUT|DELETE) \/api\/shifts\/:id$/,
    /^GET \/api\/shifts\/open$/,
    /^GET \/api\/(drivers|vehicles)$/,
    /^POST \/api\/drivers\/:id\/phone-codes$/,
  ];
  const guarded = Object.entries({ 'GET /api/vehicles': [], 'GET /api/trips/recent-suburbs': [], ...own })
    .filter(([pattern]) => open.some((one) => one.test(pattern)))
    .map(([pattern, answer]) => [
      pattern,
      (call: Call) => {
        const expected = call.headers.get('Expected-Holder');
        if (state.is === 'ended')
          return refuse(401, 'This phone can no longer log trips.', { code: 'phone-ended' });
        if (state.is === 'unknown') return stranger;
        if (expected !== null && expected !== `${holder.id}/${amy.id}`) return stranger;
        return replyTo(answer, call);
      },
    ]);
  const answers: Answers = {
    ...Object.fromEntries(guarded),
    'GET /api/auth/me': () =>
      state.is === 'on'
        ? phoneSession
        : state.is === 'ended'
          ? refuse(401, 'This phone can no longer log trips.', { code: 'phone-ended' })
          : undefined,
    'POST /api/auth/phone/whose': ({ body }: Call<{ code: string }>) =>
      body.code === CODE ? whoseOf(phoneSession.driver) : wrong,
    'POST /api/auth/phone': ({ body }: Call<{ code: string }>) => {
      if (body.code !== CODE) return wrong;
      state.is = 'on';
      return phoneSession;
    },
    'POST /api/auth/logout': () => {
      state.is = 'unknown';
    },
    'POST /api/drivers/held': () => (state.is === 'unknown' ? stranger : undefined),
  };
  return { state, answers };
}
