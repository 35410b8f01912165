import { PERSON_REMOVED } from '@shared/errors';
import {
  type BeaHolder,
  beaNumberKey,
  type Login,
  type LoginAnswer,
  type PhoneSession,
  type User,
  type Verification,
} from '@shared/holders';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { ownerOf } from '@/features/outbox/owner';
import { type ApiError, isRefusal, request } from '@/lib/api-client';
import { forgetDrafts } from '@/lib/drafts/drafts';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { forgetPortalTicks } from '@/lib/portal-ticks';
import { inTab } from '@/lib/storage/storage';
import {
  forgetAskedCode,
  forgetHolder,
  forgetHolderOfSession,
  forgetLogin,
  forgetPhone,
  holderOfSession,
  keepHolderOfSession,
  rememberedHolder,
  rememberedPhone,
  rememberHolder,
  rememberPhone,
  savedLogin,
  saveLogin,
} from './remembered';

export type CodeNeeded = { verification: Verification };

/** Signs in by details. @param silent nobody can read an email now: without a trusted device the server refuses */
export const sendLogin = (login: Login, silent: boolean): Promise<LoginAnswer | CodeNeeded> =>
  request('POST', '/api/auth/login', { ...login, silent });

type AuthState =
  | { status: 'loading' }
  | { status: 'signed-in'; beaHolder: BeaHolder; sessionEnded: boolean }
  /** A driver's own phone; once it has ended, it only hands in what waits. */
  | { status: 'on-phone'; phone: PhoneSession }
  | { status: 'phone-ended'; phone: PhoneSession }
  /** `why` says why someone who was signed in here no longer is, and what to do. */
  | { status: 'signed-out'; why?: { title: string; advice: string } | undefined }
  /** The server did not answer: no reception, or it is down. */
  | { status: 'unreachable'; error: unknown };

type AuthActions = {
  /** Shows the holder that the server has signed in, and remembers on this device what the login says. */
  signIn: (beaHolder: BeaHolder, login: Login) => void;
  /** Makes this browser the phone of the driver whose code it is. @throws ApiError where the code is refused; NetworkError */
  becomePhone: (code: string) => Promise<void>;
  /** Shows the login screen in place of a phone that has ended, which tries to hand in again at the next start. */
  setPhoneAside: () => void;
  /** @throws NetworkError when the server cannot be reached: the session would stay valid */
  logout: () => Promise<void>;
  retry: () => void;
  /** Reads the holder again after a save, so that header and screens show it. */
  refreshHolder: () => Promise<void>;
  /** After a 401: signs in silently or sets `sessionEnded`. @returns whether someone is signed in; never throws */
  reportSessionEnd: () => Promise<boolean>;
  dismissSessionEnd: () => void;
};

const AuthContext = createContext<(AuthState & AuthActions) | null>(null);

/** The signed-in holder, and how to change that. @throws outside an AuthProvider */
export function useAuth() {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

const stateOf = (user: BeaHolder | PhoneSession): AuthState =>
  'driver' in user
    ? { status: 'on-phone', phone: user }
    : { status: 'signed-in', beaHolder: user, sessionEnded: false };

const isRemoval = (error: unknown): error is ApiError => isRefusal(error) && error.code === PERSON_REMOVED;

/** @returns undefined without a session, which is no error. @throws the refusal of a person who was removed, and what is none */
async function fetchUser(): Promise<BeaHolder | PhoneSession | undefined> {
  const user = await request<BeaHolder | PhoneSession | undefined>(
    'GET',
    '/api/auth/me?handling=lenient',
  ).catch((error: unknown) => {
    if (!isRefusal(error) || isRemoval(error)) throw error;
  });
  if (!user) return undefined;
  if ('driver' in user) keepPhone(user);
  else await keepHolder(user);
  return user;
}

async function keepHolder(holder: BeaHolder): Promise<void> {
  forgetPhone();
  if (rememberedHolder()) {
    await keepOwnEmail(holder);
    rememberHolder(holder);
  } else keepHolderOfSession(holder);
}

function keepPhone(phone: PhoneSession): void {
  forgetHolder();
  forgetHolderOfSession();
  rememberPhone(phone);
}

/** Updates the saved login after a change of the contact email, which may be another person's: a device signs in its own person. */
async function keepOwnEmail({ beaNumber, contactEmail }: BeaHolder): Promise<void> {
  const saved = savedLogin();
  if (!saved || rememberedHolder()?.contactEmail === contactEmail) return;
  if (beaNumberKey(saved.beaNumber) !== beaNumberKey(beaNumber)) return;
  const { email } = await request<User>('GET', '/api/auth/user');
  saveLogin({ ...saved, contactEmail: email, rememberMe: true });
}

function keepSignIn(beaHolder: BeaHolder, login: Login): BeaHolder {
  forgetAskedCode();
  forgetPhone();
  if (login.rememberMe) {
    rememberHolder(beaHolder);
    saveLogin(login);
    forgetHolderOfSession();
  } else {
    forgetHolder();
    forgetLogin();
    keepHolderOfSession(beaHolder);
  }
  return beaHolder;
}

/** By the saved login (docs/product/sign-in.md#sessions); undefined where it is refused. @throws when the server cannot be reached */
async function signInSilently(): Promise<BeaHolder | undefined> {
  const saved = savedLogin();
  if (!rememberedHolder() || !saved) return undefined;
  const login = { ...saved, rememberMe: true };
  try {
    const answer = await sendLogin(login, true);
    if ('beaHolder' in answer) return keepSignIn(answer.beaHolder, login);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // asked too often, which says nothing about this device
    if (error.status === 429) return undefined;
  }
  forgetHolder();
  return undefined;
}

/** Whom the server takes this browser for, after a silent sign-in where need be. @throws when the server cannot be reached */
async function findOutWhoIsSignedIn(): Promise<BeaHolder | PhoneSession | undefined> {
  const user = await fetchUser();
  if (user) return user;
  // biome-ignore lint/suspicious/noConsole: docs/product/rules.md#errors has this logged
  console.info('Not authenticated');
  // asked again, because a browser that refuses cookies would sign in for ever
  return (await signInSilently()) && (await fetchUser());
}

const isShown = ({ status }: AuthState) =>
  status === 'signed-in' || status === 'on-phone' || status === 'phone-ended';

const DEMO_OVER: AuthState = {
  status: 'signed-out',
  why: { title: 'The demo is over.', advice: 'It was removed. What you typed was in it alone.' },
};

const forgetWaiting = (holderId: string) =>
  import('@/features/outbox/outbox-records').then((file) => file.removeRecords(holderId)).catch(() => {});

function forgetTyped(state: AuthState): void {
  if (state.status === 'on-phone') forgetDrafts(ownerOf(state.phone));
  if (state.status !== 'signed-in') return;
  if (state.beaHolder.demoUntil) void forgetWaiting(state.beaHolder.id);
  forgetDrafts(state.beaHolder.id);
  forgetPortalTicks(state.beaHolder.id);
}

/** A device that knows its holder does not wait for the server (docs/product/sign-in.md#login). */
const initialState = (): AuthState => {
  const holder = rememberedHolder() ?? holderOfSession();
  if (holder) return stateOf(holder);
  const { phone, isEnded } = rememberedPhone() ?? {};
  if (!phone) return { status: 'loading' };
  return isEnded ? { status: 'phone-ended', phone } : stateOf(phone);
};

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(initialState);

  const checking = useRef<Promise<boolean>>(undefined);
  // the shown holder may only be remembered
  const isConfirmed = useRef(false);
  const isUnanswered = useRef(false);
  // a request refused during logout must not sign in again
  const isLeaving = useRef(false);

  function showUser(user: BeaHolder | PhoneSession) {
    isConfirmed.current = true;
    setState(stateOf(user));
  }

  const setSessionEnded = (sessionEnded: boolean) =>
    setState((now) => (now.status === 'signed-in' ? { ...now, sessionEnded } : now));

  function showNobody() {
    forgetHolderOfSession();
    setState((now) => {
      // another tab may have left the phone while something was logged here, which is to be seen
      const phone = rememberedPhone()?.phone ?? (now.status === 'on-phone' ? now.phone : undefined);
      if (phone) {
        rememberPhone(phone, true);
        return { status: 'phone-ended', phone };
      }
      if (now.status === 'signed-in' && now.beaHolder.demoUntil) {
        forgetTyped(now);
        return DEMO_OVER;
      }
      if (now.status === 'signed-in' && isConfirmed.current) return { ...now, sessionEnded: true };
      return { status: 'signed-out' };
    });
  }

  /** Leads a person who was removed to the login screen. Drafts and what waits to be sent stay on the device. */
  function leave({ serverMessage }: ApiError) {
    forgetHolder();
    forgetHolderOfSession();
    const advice =
      'To come back, ask someone who still can to add you under People. What you typed is kept on this device.';
    setState({ status: 'signed-out', ...(serverMessage && { why: { title: serverMessage, advice } }) });
  }

  async function check(): Promise<boolean> {
    try {
      const user = await findOutWhoIsSignedIn();
      isUnanswered.current = false;
      if (user) showUser(user);
      else showNobody();
      return Boolean(user);
    } catch (error) {
      if (isRemoval(error)) {
        leave(error);
        return false;
      }
      isUnanswered.current = true;
      setState((now) => (isShown(now) ? now : { status: 'unreachable', error }));
      return false;
    }
  }

  async function checkOnce(): Promise<boolean> {
    if (isLeaving.current) return false;
    checking.current ??= check().finally(() => {
      checking.current = undefined;
    });
    return checking.current;
  }

  /** Has the server end the session here, and forgets whose it was. @param end returns the phone that this browser then is */
  async function leaveBy(end: () => Promise<PhoneSession | undefined>): Promise<void> {
    isLeaving.current = true;
    try {
      await checking.current;
      const phone = await end();
      forgetHolder();
      forgetHolderOfSession();
      forgetPhone();
      inTab.clear();
      if (phone) rememberPhone(phone);
      setState((now) => {
        forgetTyped(now);
        return phone ? stateOf(phone) : { status: 'signed-out' };
      });
    } finally {
      isLeaving.current = false;
    }
  }

  async function checkIfUnanswered() {
    // a request under way may still fail over the lost network
    await checking.current;
    if (isUnanswered.current) await checkOnce();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start
  useEffect(() => {
    void checkOnce();
  }, []);
  useWindowEvent('online', () => void checkIfUnanswered());
  useWindowEvent('focus', () => void checkIfUnanswered());

  // always the same: the functions above use refs and setState only
  const [actions] = useState<AuthActions>(() => ({
    signIn: (beaHolder, login) => showUser(keepSignIn(beaHolder, login)),
    becomePhone: (code) => leaveBy(() => request('POST', '/api/auth/phone', { code })),
    setPhoneAside: () => setState({ status: 'signed-out' }),
    logout: () =>
      leaveBy(async () => {
        await request('POST', '/api/auth/logout').catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
        });
        return undefined;
      }),
    retry: () => {
      setState({ status: 'loading' });
      void checkOnce();
    },
    refreshHolder: async () => {
      // a failure to read does not undo the save
      const user = await fetchUser().catch(() => undefined);
      if (user) showUser(user);
    },
    reportSessionEnd: checkOnce,
    dismissSessionEnd: () => setSessionEnded(false),
  }));

  return <AuthContext value={{ ...state, ...actions }}>{children}</AuthContext>;
}
