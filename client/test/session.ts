import type { BeaHolder } from '@shared/holders';
import { page } from 'vitest/browser';
import { buildHolder } from './data';
import { emptyAnswers } from './empty-answers';
import { expect } from './expect';
import { type Answers, type Call, type FakeServer, refuse, replyTo } from './fake-server';
import { type Opened, openSignedOut } from './open-app';
import { fillLogin } from './screen';

export const logout = page.getByRole('button', { name: 'Logout' });
export const signInButton = page.getByRole('button', { name: 'Sign In', exact: true });

/** Whether the server has a session of the holder, and how many requests it refused for want of one. */
export type Session = { isOpen: boolean; refused: number };

/** Answers as the server does: only to who has signed in. */
export function storeSession(
  answers: Answers = {},
  holder: BeaHolder = buildHolder(),
): { session: Session; answers: Answers } {
  const session: Session = { isOpen: false, refused: 0 };
  const guarded = Object.entries({ ...emptyAnswers, ...answers }).map(([pattern, answer]) => [
    pattern,
    (call: Call) => {
      if (session.isOpen) return replyTo(answer, call);
      session.refused += 1;
      return refuse(401, 'Please sign in', { code: 'unauthorised' });
    },
  ]);
  return {
    session,
    answers: {
      ...Object.fromEntries(guarded),
      'GET /api/auth/me': () => (session.isOpen ? holder : undefined),
      'POST /api/auth/login': () => {
        session.isOpen = true;
        return { beaHolder: holder };
      },
      'POST /api/auth/logout': () => {
        session.isOpen = false;
      },
    },
  };
}

type ByLogin = Opened & { holder?: BeaHolder; remember?: boolean };

/** Signs in through the login screen; `remember` ticks "Remember me on this device". */
export async function openByLogin({
  answers = {},
  holder = buildHolder(),
  remember = false,
  ...opened
}: ByLogin): Promise<{ server: FakeServer; session: Session }> {
  const store = storeSession(answers, holder);
  const server = await openSignedOut('/', { ...opened, answers: store.answers });
  await fillLogin(holder);
  if (remember) await page.getByLabelText('Remember me on this device').click();
  await signInButton.click();
  await expect(logout).toBeVisible();
  return { server, session: store.session };
}

export const openRemembered = (answers: Answers = {}) => openByLogin({ answers, remember: true });
