import type { Route } from './route-table';

/** Who asks for these is not asked who they are. */
export const FOR_STRANGERS: Route[] = [
  'GET /healthz',
  'GET /api/openapi.json',
  'GET /readyz',
  'GET /api/demo',
  'POST /api/demo',
  'POST /api/auth/login',
  'POST /api/auth/verify',
  'POST /api/auth/verify/resend',
  'POST /api/auth/logout',
  'POST /api/auth/phone',
  'POST /api/auth/phone/whose',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'GET /files/logos/:holderId/:file',
  'PUT /files/uploads/:holderId/:name',
  'GET /take-back',
  'POST /take-back',
  'GET /calendar/:holderId.ics',
  'GET /unsubscribe/style.css',
  'GET /unsubscribe',
  'POST /unsubscribe',
];
