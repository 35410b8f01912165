import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The keys derived from an installation's secrets; the first signs, and all of them verify. */
export type Keys = ReturnType<typeof deriveKeys>;

/** Derives a key for each purpose (HKDF-SHA256). @param secrets newest first: an older one still verifies what it signed */
export function deriveKeys(secrets: [string, ...string[]]) {
  const derive = (secret: string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `trip-log ${purpose}`, 32)).toString('base64url');
  const deriveAll = (purpose: string) => secrets.map((secret) => derive(secret, purpose));
  return {
    cookies: deriveAll('cookies'),
    uploads: deriveAll('uploads'),
    unsubscribe: deriveAll('unsubscribe links'),
    contactChanges: deriveAll('changes of contact emails'),
    /** Hashes BEA numbers that people type before it is known whose they are. */
    accounts: derive(secrets[0], 'accounts'),
    /** Hashes the codes of drivers' phones. */
    phoneCodes: derive(secrets[0], 'phone codes'),
    logAddresses: derive(secrets[0], 'log addresses'),
  };
}

/** Signs texts (HMAC-SHA256, base64url) with the first key of one purpose, and checks signatures with each. */
export function createSignatures(keys: string[]) {
  const [newest = ''] = keys;
  const signWith = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text: string): string => signWith(newest, text),
    isOurs(text: string, signature: string): boolean {
      const given = Buffer.from(signature);
      return keys
        .map((key) => Buffer.from(signWith(key, text)))
        .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
    },
  };
}
