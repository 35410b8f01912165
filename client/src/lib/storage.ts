import { type BeaHolder, beaHolderSchema, type Login } from '@shared/holders';
import * as z from 'zod/mini';

/** What the login form keeps to fill itself in. It proves nothing to the server (decisions §3). */
const savedLoginSchema = z.object({
  beaNumber: z.string(),
  holderName: z.string(),
  companyName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
});
export type SavedLogin = z.infer<typeof savedLoginSchema>;

const KEYS = {
  rememberMe: 'rememberMe',
  beaHolder: 'beaHolder',
  loginFormData: 'loginFormData',
  loginRememberMe: 'loginRememberMe',
  loginLogoUrl: 'loginLogoUrl',
  lastDriver: 'lastDriver',
} as const;

type Key = (typeof KEYS)[keyof typeof KEYS];

/** Storage may be switched off or full; the app then works without its memory. */
function read(key: Key): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: Key, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}

function remove(...keys: Key[]): void {
  for (const key of keys) {
    try {
      localStorage.removeItem(key);
    } catch {}
  }
}

function readAs<Value>(key: Key, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(read(key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** The holder remembered on this device, if the flag beside it says that it may be. */
export function rememberedHolder(): BeaHolder | null {
  return read(KEYS.rememberMe) === 'true' ? readAs(KEYS.beaHolder, beaHolderSchema) : null;
}

/** Keeps the holder, and with a saved login what the login screen shows of them. */
export function rememberHolder(holder: BeaHolder): void {
  write(KEYS.rememberMe, 'true');
  write(KEYS.beaHolder, JSON.stringify(holder));
  if (holder.logoUrl) write(KEYS.loginLogoUrl, holder.logoUrl);
  else remove(KEYS.loginLogoUrl);
  const login = savedLogin();
  // the e-mail is what the next sign-in is checked by
  if (login?.beaNumber === holder.beaNumber)
    saveLogin({ ...login, contactEmail: holder.contactEmail, rememberMe: true });
}

export function forgetHolder(): void {
  remove(KEYS.rememberMe, KEYS.beaHolder);
}

/** What the login form was filled in with when it was last asked to remember. */
export function savedLogin(): SavedLogin | null {
  return read(KEYS.loginRememberMe) === 'true' ? readAs(KEYS.loginFormData, savedLoginSchema) : null;
}

/** The company's logo, for the login screen of a device that keeps the login. */
export function savedLogo(): string | null {
  return read(KEYS.loginRememberMe) === 'true' ? read(KEYS.loginLogoUrl) : null;
}

export function saveLogin({ rememberMe: _, ...login }: Login): void {
  write(KEYS.loginRememberMe, 'true');
  write(KEYS.loginFormData, JSON.stringify(login));
}

export function forgetLogin(): void {
  remove(KEYS.loginRememberMe, KEYS.loginFormData, KEYS.loginLogoUrl);
}

/** The driver that a trip was last logged for on this device. */
export const lastDriverId = (): string | null => read(KEYS.lastDriver);

export const rememberLastDriver = (id: string): void => write(KEYS.lastDriver, id);
