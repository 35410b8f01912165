import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddPasskey, CreationOptions, PasskeySignIn, SignInWithPasskey } from '@shared/passkeys';

type Encodable = number | string | Buffer | Map<number | string, Encodable>;

/** CBOR, as far as a key and an attestation need it (RFC 8949, 3). */
function cbor(value: Encodable): Buffer {
  const head = (major: number, count: number) => {
    const type = major << 5;
    if (count < 24) return Buffer.from([type | count]);
    return Buffer.from(count < 256 ? [type | 24, count] : [type | 25, count >> 8, count & 0xff]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Bits of the authenticator data (WebAuthn Level 3, 6.1). */
export const FLAGS = { present: 1, verified: 4, mayBeBackedUp: 8, backedUp: 16 } as const;
const HAS_KEY = 64;

/** The data of the browser and the authenticator; each part can be wrong. */
export type Said = {
  /** The page's. */
  origin: string;
  rpId?: string;
  flags?: number;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  /** The format of the attestation, and whether certificates come with it. */
  fmt?: string;
  x5c?: Buffer;
};

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>;

/** An authenticator with one passkey, whose key and signatures are real (ES256). */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  const coseKey = cbor(
    new Map<number, Encodable>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  const usual = FLAGS.present | FLAGS.verified;

  const authenticatorData = (rpId: string, flags: number, counter: number, key = Buffer.alloc(0)) => {
    const start = Buffer.alloc(5);
    start.writeUInt8(flags, 0);
    start.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), start, key]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id,
    /** The form in which it is stored. */
    publicKey: coseKey.toString('base64url'),
    /** Answers the options of a new passkey. */
    make(options: Pick<CreationOptions, 'challenge' | 'rp'>, said: Said): AddPasskey['response'] {
      const {
        origin,
        rpId = options.rp.id,
        flags = usual,
        counter = 0,
        challenge = options.challenge,
        fmt = 'none',
        x5c,
      } = said;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const key = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey]);
      const attestationObject = cbor(
        new Map<string, Encodable>([
          ['fmt', fmt],
          ['attStmt', new Map(x5c && [['x5c', x5c]])],
          ['authData', authenticatorData(rpId, flags | HAS_KEY, counter, key)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a sign-in. @param userId of whom the passkey was made for */
    sign(
      options: Pick<PasskeySignIn['options'], 'challenge' | 'rpId'>,
      userId: string,
      said: Said,
    ): SignInWithPasskey['response'] {
      const { origin, rpId = options.rpId, flags = usual, counter = 0, challenge = options.challenge } = said;
      const data = authenticatorData(rpId, flags, counter);
      const client = clientData('webauthn.get', challenge, origin);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: said.userHandle ?? Buffer.from(userId).toString('base64url'),
        },
      };
    },
  };
}
