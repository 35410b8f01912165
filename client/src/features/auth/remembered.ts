import { type BeaHolder, beaHolderSchema, type Login } from '@shared/holders';
import * as z from 'zod/mini';
import { onDevice } from '@/lib/storage';

/** What the login form stores to fill itself in. The server does not take it as proof (docs/product.md#sessions). */
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
} as const;

/** The holder remembered on this device, if the flag beside it says that it may be. */
export function rememberedHolder(): BeaHolder | null {
  return onDevice.read(KEYS.rememberMe) === 'true' ? onDevice.readAs(KEYS.beaHolder, beaHolderSchema) : null;
}

/** Keeps the holder, and with a saved login what the login screen shows of them. */
export function rememberHolder(holder: BeaHolder): void {
  onDevice.write(KEYS.rememberMe, 'true');
  onDevice.write(KEYS.beaHolder, JSON.stringify(holder));
  if (holder.logoUrl) onDevice.write(KEYS.loginLogoUrl, holder.logoUrl);
  else onDevice.remove(KEYS.loginLogoUrl);
  const login = savedLogin();
  // the e-mail is what the next sign-in is checked by
  if (login?.beaNumber === holder.beaNumber)
    saveLogin({ ...login, contactEmail: holder.contactEmail, rememberMe: true });
}

export function forgetHolder(): void {
  onDevice.remove(KEYS.rememberMe, KEYS.beaHolder);
}

/** What the login form was filled in with when it was last asked to remember. */
export function savedLogin(): SavedLogin | null {
  return onDevice.read(KEYS.loginRememberMe) === 'true'
    ? onDevice.readAs(KEYS.loginFormData, savedLoginSchema)
    : null;
}

/** The company's logo, for the login screen of a device that keeps the login. */
export function savedLogo(): string | null {
  return onDevice.read(KEYS.loginRememberMe) === 'true' ? onDevice.read(KEYS.loginLogoUrl) : null;
}

export function saveLogin({ rememberMe: _, ...login }: Login): void {
  onDevice.write(KEYS.loginRememberMe, 'true');
  onDevice.write(KEYS.loginFormData, JSON.stringify(login));
}

export function forgetLogin(): void {
  onDevice.remove(KEYS.loginRememberMe, KEYS.loginFormData, KEYS.loginLogoUrl);
}
