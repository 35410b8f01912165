/** The tables read before a holder is known, or for all holders: they stay on the coordinator (docs/decisions/0019-tenant-led-keys.md). */
export const ON_COORDINATOR = [
  'api_tokens',
  'claims',
  'devices',
  'mail_hold',
  'passkey_challenges',
  'passkeys',
  'phone_codes',
  'rate_limits',
  'report_deliveries',
  'session',
  'sign_in_codes',
];
