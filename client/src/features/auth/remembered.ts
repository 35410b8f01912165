import { HOUR_MS } from '@shared/durations';
import {
  type BeaHolder,
  beaHolderSchema,
  type Login,
  type PhoneSession,
  phoneSessionSchema,
} from '@shared/holders';
import { SESSION_IDLE_HOURS } from '@shared/limits';
import * as z from 'zod/mini';
import { now } from '@/lib/clock';
import { inTab, onDevice } from '@/lib/storage/storage';

/** Details that the login form fills in. The server does not take them as proof (docs/product/sign-in.md#sessions). */
const savedLoginSchema = z.object({
  beaNumber: z.string(),
  holderName: z.string(),
  companyName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
});
export type SavedLogin = z.infer<typeof savedLoginSchema>;

export const rememberedHolder = (): BeaHolder | null =>
  onDevice.read('rememberMe') === 'true' ? onDevice.readAs('beaHolder', beaHolderSchema) : null;

/** Remembers the holder, and updates the saved login's logo. */
export function rememberHolder(holder: BeaHolder): void {
  onDevice.write('rememberMe', 'true');
  onDevice.write('beaHolder', JSON.stringify(holder));
  if (holder.logoUrl) onDevice.write('loginLogoUrl', holder.logoUrl);
  else onDevice.remove('loginLogoUrl');
}

export const forgetHolder = (): void => onDevice.remove('rememberMe', 'beaHolder');

const rememberedPhoneSchema = z.object({ phone: phoneSessionSchema, isEnded: z.boolean() });

/** The driver whose own phone this is, and whether the server has said that it no longer is. */
export const rememberedPhone = () => onDevice.readAs('phone', rememberedPhoneSchema);

export const rememberPhone = (phone: PhoneSession, isEnded = false): void =>
  onDevice.write('phone', JSON.stringify({ phone, isEnded }));

export const forgetPhone = (): void => onDevice.remove('phone');

/** Says in a cookie whose session this is and until when: no script can read the session's own cookie. */
function markSession(value: string, more = ''): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${prefix}triplog.open=${value}; Path=/; SameSite=Lax${secure}${more}`;
}

function sessionMark(): { holderId: string; until: number } | null {
  const [, holderId, until] = /\btriplog\.open=([\w-]+)\.(\d+)/.exec(document.cookie) ?? [];
  return holderId ? { holderId, until: Number(until) } : null;
}

const markedUntil = (holderId: string) => `${holderId}.${now().getTime() + SESSION_IDLE_HOURS * HOUR_MS}`;

/** Leaves out the email: a finder of the device must not read it (docs/product/sign-in.md#login). */
export function keepHolderOfSession(holder: BeaHolder): void {
  onDevice.write('sessionHolder', JSON.stringify({ ...holder, contactEmail: '' }));
  markSession(markedUntil(holder.id));
}

/** Notes that the server has answered a session, whose idle time begins again. */
export function extendSession(holderId: string): void {
  if (sessionMark()?.holderId === holderId) markSession(markedUntil(holderId));
}

/** The holder who signed in without being remembered; null once the session may have ended, by now or with the browser. */
export function holderOfSession(): BeaHolder | null {
  const holder = onDevice.readAs('sessionHolder', beaHolderSchema);
  const mark = sessionMark();
  if (holder && mark?.holderId === holder.id && now().getTime() < mark.until) return holder;
  forgetHolderOfSession();
  return null;
}

export function forgetHolderOfSession(): void {
  onDevice.remove('sessionHolder');
  if (sessionMark()) markSession('', '; Max-Age=0');
}

const LINKED_CODE = 'linkedPhoneCode';

/** The code that a link carried to this tab: a phone may drop the tab while its owner reads the question. */
export const linkedCode = (): string | undefined => inTab.read(LINKED_CODE) ?? undefined;

export function keepLinkedCode(code: string | undefined): void {
  if (code) inTab.write(LINKED_CODE, code);
  else inTab.remove(LINKED_CODE);
}

/** The key under which sign-in.tsx keeps a sign-in that waits for its code. */
export const ASKED_CODE = 'askedCode';

export const forgetAskedCode = (): void => inTab.remove(ASKED_CODE);

export const savedLogin = (): SavedLogin | null =>
  onDevice.read('loginRememberMe') === 'true' ? onDevice.readAs('loginFormData', savedLoginSchema) : null;

export const savedLogo = (): string | null =>
  onDevice.read('loginRememberMe') === 'true' ? onDevice.read('loginLogoUrl') : null;

export function saveLogin({ rememberMe: _, ...login }: Login): void {
  onDevice.write('loginRememberMe', 'true');
  onDevice.write('loginFormData', JSON.stringify(login));
}

export const forgetLogin = (): void => onDevice.remove('loginRememberMe', 'loginFormData', 'loginLogoUrl');
