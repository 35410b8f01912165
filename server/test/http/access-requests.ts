import { buildLogin } from '../builders';
import { FULL_HOLDERS_CODE, type FullHolder } from '../full-holder';
import { createAuthenticator } from './software-authenticator';

type Owned = { own: FullHolder };

const byId = (id: string) => ({ params: { id } });
/** Passkeys work at an address with a name only. */
const named = { headers: { Host: 'localhost' } };
const page = { origin: 'http://localhost' };

/** Requests about signing in, and about what people sign in with. */
export const accessRequests = {
  'POST /api/auth/login': ({ own }: Owned) => ({
    json: buildLogin({ beaNumber: own.ids.beaNumber, contactEmail: own.email }),
  }),
  'POST /api/auth/verify': ({ own: { ids } }: Owned) => ({ json: { id: ids.code, code: FULL_HOLDERS_CODE } }),
  'POST /api/auth/verify/resend': ({ own: { ids } }: Owned) => ({ json: { id: ids.code } }),
  'POST /api/auth/logout': () => ({}),
  'GET /api/demo': () => ({}),
  'POST /api/demo': () => ({ json: {} }),
  'POST /api/auth/passkey/options': () => named,
  'POST /api/auth/passkey': ({ own: { ids, authenticator, challenges } }: Owned) => {
    const options = { challenge: challenges.signIn, rpId: 'localhost' };
    return {
      ...named,
      json: {
        id: ids.challenge,
        response: authenticator.sign(options, ids.user, page),
        rememberMe: true,
      },
    };
  },
  'GET /api/auth/me': () => ({}),
  'GET /api/auth/user': () => ({}),
  'GET /api/passkeys': () => ({}),
  'POST /api/passkeys/options': () => named,
  'POST /api/passkeys': (from: Owned) => {
    const options = { challenge: from.own.challenges.add, rp: { id: 'localhost', name: '' } };
    const response = createAuthenticator().make(options, page);
    return { ...named, json: { response, name: 'Office key', beaHolderId: from.own.ids.holder } };
  },
  'PUT /api/passkeys/:id': (from: Owned) => ({
    ...byId(from.own.ids.passkey),
    json: { name: 'Office key', beaHolderId: from.own.ids.holder },
  }),
  'DELETE /api/passkeys/:id': ({ own }: Owned) => byId(own.ids.passkey),
  'GET /api/devices': () => ({}),
  'DELETE /api/devices/:id': ({ own }: Owned) => byId(own.ids.device),
  'POST /api/devices/sign-out-others': () => ({}),
  'GET /api/people': () => ({}),
  'POST /api/people': (from: Owned) => ({
    json: { name: 'Pat Jones', email: `pat.${from.own.email}`, beaHolderId: from.own.ids.holder },
  }),
  'GET /api/tokens': () => ({}),
  'POST /api/tokens': (from: Owned) => ({
    json: { name: 'Dispatch', scope: 'log-trips', expiresOn: '2027-06-30', beaHolderId: from.own.ids.holder },
  }),
  'DELETE /api/tokens/:id': ({ own }: Owned) => byId(own.ids.token),
  'DELETE /api/people/:id': ({ own }: Owned) => byId(own.ids.colleague),
};
