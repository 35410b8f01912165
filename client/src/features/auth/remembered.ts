import { type BeaHolder, beaHolderSchema, type Login } from '@shared/holders';
import * as z from 'zod/mini';
import { inTab, onDevice } from '@/lib/storage';

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
  /** Whose the browser's session was last. */
  lastHolderId: 'lastHolderId',
} as const;

/** The holder remembered on this device, if the flag beside it is set. */
export function rememberedHolder(): BeaHolder | null {
  return onDevice.read(KEYS.rememberMe) === 'true' ? onDevice.readAs(KEYS.beaHolder, beaHolderSchema) : null;
}

/** Remembers the holder, and updates the saved login's e-mail and logo. */
export function rememberHolder(holder: BeaHolder): void {
  onDevice.write(KEYS.rememberMe, 'true');
  onDevice.write(KEYS.beaHolder, JSON.stringify(holder));
  if (holder.logoUrl) onDevice.write(KEYS.loginLogoUrl, holder.logoUrl);
  else onDevice.remove(KEYS.loginLogoUrl);
  const login = savedLogin();
  // the next sign-in is checked against the contact e-mail
  if (login?.beaNumber === holder.beaNumber)
    saveLogin({ ...login, contactEmail: holder.contactEmail, rememberMe: true });
}

/** Forgets who is signed in, in every tab. */
export function forgetHolder(): void {
  onDevice.remove(KEYS.rememberMe, KEYS.beaHolder, KEYS.lastHolderId);
}

/**
 * Keeps who is signed in for this tab, so that it can be opened anew without network: without the e-mail, which whoever finds the
 * tab after the session must not read (docs/product.md#login).
 */
export function keepHolderOfTab(holder: BeaHolder): void {
  inTab.write(KEYS.beaHolder, JSON.stringify({ ...holder, contactEmail: '' }));
  onDevice.write(KEYS.lastHolderId, holder.id);
}

/** Who was signed in in this tab, unless another tab has signed them out or somebody else in. */
export function holderOfTab(): BeaHolder | null {
  const holder = inTab.readAs(KEYS.beaHolder, beaHolderSchema);
  return holder && holder.id === onDevice.read(KEYS.lastHolderId) ? holder : null;
}

/** Where asked-code.ts keeps a sign-in that waits for its code. */
export const ASKED_CODE = 'askedCode';

export const forgetAskedCode = (): void => inTab.remove(ASKED_CODE);

export const forgetHolderOfTab = (): void => inTab.remove(KEYS.beaHolder);

/** The details of the last login with "Remember me". */
export function savedLogin(): SavedLogin | null {
  return onDevice.read(KEYS.loginRememberMe) === 'true'
    ? onDevice.readAs(KEYS.loginFormData, savedLoginSchema)
    : null;
}

/** The company's logo for the login screen, if a login is saved. */
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
