import { DAY_MS } from '@shared/durations';
import cookieParser from 'cookie-parser';
import type { CookieOptions, Request, RequestHandler } from 'express';
import type { AppDeps } from '../deps';

/** How long a session, and the trust in a device, lasts with "Remember me". */
export const REMEMBERED_MS = 30 * DAY_MS;
/** How long a browser is known again; whether it is trusted is another matter. */
export const KNOWN_MS = 400 * DAY_MS;
/** Longer than people go on asking for new codes. */
const ASKING_MS = DAY_MS;

/**
 * The names and attributes of the cookies. Behind TLS the prefix has browsers refuse one that another host or plain http sets
 * (RFC 6265bis, 4.1.3.2); a cookie is cleared with the attributes that it was set with.
 */
export function cookiesOf(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const named = (name: string) => `${secure ? '__Host-' : ''}triplog.${name}`;
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const satisfies CookieOptions;
  return { session: named('sid'), device: named('device'), browser: named('browser'), options };
}

/** Reads the cookies of a request, and checks their signatures. */
export const readCookies = ({ keys }: Pick<AppDeps, 'keys'>): RequestHandler => cookieParser(keys.cookies);

/** The value of a cookie that was signed here, behind `readCookies`; undefined for any other. */
const signedCookie = (req: Request, name: string): string | undefined =>
  req.signedCookies?.[name] || undefined;

/** The network address of the client, as the proxies that are trusted tell it. */
export const clientAddress = (req: Request): string =>
  String(req.ip ?? '')
    .replace(/^::ffff:/, '')
    .slice(0, 45);

export type Browser = ReturnType<typeof browserOf>;

/** Behind `readCookies`. */
export function browserOf(req: Request, { config }: Pick<AppDeps, 'config'>) {
  const cookies = cookiesOf(config.publicUrl);
  const keep = (name: string, token: string, maxAge: number) =>
    void req.res?.cookie(name, token, { ...cookies.options, signed: true, maxAge });
  return {
    userAgent: req.get('User-Agent') ?? '',
    address: clientAddress(req),
    /** The token by which it is known again, given when someone signed in with it. */
    deviceToken: signedCookie(req, cookies.device),
    keepDeviceToken: (token: string): void => keep(cookies.device, token, KNOWN_MS),
    /** The token that its code is bound to, given when it last asked for one. */
    askingToken: signedCookie(req, cookies.browser),
    keepAskingToken: (token: string): void => keep(cookies.browser, token, ASKING_MS),
  };
}
