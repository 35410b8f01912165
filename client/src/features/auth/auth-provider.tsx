import type { BeaHolder, Login, LoginAnswer, Verification } from '@shared/holders';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, request } from '@/lib/api-client';
import { inTab } from '@/lib/storage';
import { type AskedCode, forgetAskedCode, keepAskedCode } from './asked-code';
import {
  forgetHolder,
  forgetLogin,
  rememberedHolder,
  rememberHolder,
  savedLogin,
  saveLogin,
} from './remembered';

type AuthState =
  /** Who is signed in is not known yet. */
  | { status: 'loading' }
  | { status: 'signed-in'; beaHolder: BeaHolder; sessionEnded: boolean }
  | { status: 'signed-out' }
  /** The server did not answer: no reception, or it is down. */
  | { status: 'unreachable'; error: unknown };

type AuthActions = {
  /**
   * @returns undefined once signed in; else what waits for the code of an e-mail
   * @throws ApiError or NetworkError when the server refuses or cannot be reached
   */
  login: (login: Login) => Promise<AskedCode | undefined>;
  /** Signs in with the code. @throws as `login` does */
  verify: (asked: AskedCode, code: string) => Promise<void>;
  /** Has a new code sent, which replaces the earlier one. @throws as `login` does */
  resend: (asked: AskedCode) => Promise<AskedCode>;
  /** Shows whom another way of signing in, such as a passkey, has signed in. */
  enter: (beaHolder: BeaHolder, rememberMe: boolean) => void;
  /** @throws NetworkError when the server cannot be reached: the session would stay valid */
  logout: () => Promise<void>;
  /** Asks again who is signed in, after a failure at the start. */
  retry: () => void;
  /** Reads the holder again after a save, so that header and screens show it. */
  refreshHolder: () => Promise<void>;
  /** Call it after a 401: signs in silently, or else sets `sessionEnded`. */
  reportSessionEnd: () => void;
  /** Clears `sessionEnded` until the next 401. */
  dismissSessionEnd: () => void;
};

const AuthContext = createContext<(AuthState & AuthActions) | null>(null);

/** Who is signed in, and how to change that. @throws outside an AuthProvider */
export function useAuth() {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const stateOf = (holder: BeaHolder | undefined): AuthState =>
  holder ? { status: 'signed-in', beaHolder: holder, sessionEnded: false } : { status: 'signed-out' };

/** @returns undefined when nobody is signed in, which is no error */
async function fetchHolder(): Promise<BeaHolder | undefined> {
  const holder = await request<BeaHolder | undefined>('GET', '/api/auth/me?handling=lenient');
  if (holder && rememberedHolder()) rememberHolder(holder);
  return holder;
}

type CodeNeeded = { verification: Verification };

/** @param silent nobody is there to read an e-mail: without a trusted device the server refuses */
const sendLogin = (login: Login, silent: boolean) =>
  request<LoginAnswer | CodeNeeded>('POST', '/api/auth/login', { ...login, silent });

/** Remembers on this device what the holder wants remembered. */
function keepSignIn({ beaHolder }: LoginAnswer, login: Login): BeaHolder {
  forgetAskedCode();
  if (login.rememberMe) {
    rememberHolder(beaHolder);
    saveLogin(login);
  } else {
    forgetHolder();
    forgetLogin();
  }
  return beaHolder;
}

/**
 * Signs in again with the saved login of a device that remembers its holder (docs/product.md#sessions).
 * @returns undefined when nothing is remembered, or when the server refused and the holder was forgotten
 * @throws when the server cannot be reached; the remembered data stays
 */
async function signInSilently(): Promise<BeaHolder | undefined> {
  const saved = savedLogin();
  if (!rememberedHolder() || !saved) return undefined;
  const login = { ...saved, rememberMe: true };
  try {
    const answer = await sendLogin(login, true);
    if ('beaHolder' in answer) return keepSignIn(answer, login);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // asked too often, which says nothing about this device
    if (error.status === 429) return undefined;
  }
  forgetHolder();
  return undefined;
}

async function findOutWhoIsSignedIn(): Promise<AuthState> {
  try {
    const holder = await fetchHolder().catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
    if (holder) return stateOf(holder);
    // biome-ignore lint/suspicious/noConsole: docs/product.md#errors has this logged
    console.info('Not authenticated');
    return stateOf(await signInSilently());
  } catch (error) {
    return { status: 'unreachable', error };
  }
}

/** Signs in silently and checks that the session works: a browser that refuses cookies would loop. */
async function recoverSession(): Promise<BeaHolder | undefined> {
  try {
    return (await signInSilently()) && (await fetchHolder());
  } catch {
    return undefined;
  }
}

/** Provides who is signed in, and the actions that change it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<AuthState>({ status: 'loading' });

  const recovering = useRef<Promise<void>>(undefined);
  // a request refused during logout must not sign in again
  const isLeaving = useRef(false);

  function setSessionEnded(sessionEnded: boolean) {
    setState((now) => (now.status === 'signed-in' ? { ...now, sessionEnded } : now));
  }

  useEffect(() => {
    void findOutWhoIsSignedIn().then(setState);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: setSessionEnded only calls setState
  const actions = useMemo<AuthActions>(
    () => ({
      login: async (login) => {
        try {
          const answer = await sendLogin(login, false);
          if ('verification' in answer) return keepAskedCode(login, answer.verification);
          setState(stateOf(keepSignIn(answer, login)));
          return undefined;
        } catch (error) {
          if (error instanceof ApiError && !error.serverMessage)
            throw new Error('Login failed', { cause: error });
          throw error;
        }
      },
      verify: async ({ login, verification: { id } }, code) => {
        const answer = await request<LoginAnswer>('POST', '/api/auth/verify', { id, code });
        setState(stateOf(keepSignIn(answer, login)));
      },
      resend: async ({ login, verification: { id } }) => {
        const { verification } = await request<CodeNeeded>('POST', '/api/auth/verify/resend', { id });
        return keepAskedCode(login, verification);
      },
      enter: (beaHolder, rememberMe) => {
        const { beaNumber, holderName, companyName, contactEmail, contactPhone } = beaHolder;
        const login = { beaNumber, holderName, companyName, contactEmail, contactPhone, rememberMe };
        setState(stateOf(keepSignIn({ beaHolder }, login)));
      },
      logout: async () => {
        isLeaving.current = true;
        try {
          await recovering.current;
          await request('POST', '/api/auth/logout').catch((error: unknown) => {
            if (!isRefusal(error)) throw error;
          });
          forgetHolder();
          inTab.clear();
          setState({ status: 'signed-out' });
        } finally {
          isLeaving.current = false;
        }
      },
      retry: () => {
        setState({ status: 'loading' });
        void findOutWhoIsSignedIn().then(setState);
      },
      refreshHolder: async () => {
        // a failure to read does not undo the save
        const holder = await fetchHolder().catch(() => undefined);
        if (holder) setState(stateOf(holder));
      },
      reportSessionEnd: () => {
        if (isLeaving.current) return;
        recovering.current ??= recoverSession().then((holder) => {
          recovering.current = undefined;
          if (holder) setState(stateOf(holder));
          else setSessionEnded(true);
        });
      },
      dismissSessionEnd: () => setSessionEnded(false),
    }),
    [],
  );

  const auth = useMemo(() => ({ ...state, ...actions }), [state, actions]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
