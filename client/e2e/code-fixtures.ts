import { sessions } from '@shared/tables/holders';
import { sql } from 'drizzle-orm';
import { startMailServer } from '../../server/test/mail/mail-server';
import { test as base, expect, fillLogin, type Holder } from './fixtures';
import { startServer } from './server';

type CodeFixtures = {
  /** Waits for the next email with a code for the holder. @returns its code */
  nextCode: () => Promise<string>;
  /** How many emails with a code the holder got. */
  codesSent: () => number;
  /** Opens the login screen, types the details and asks for a code. */
  askForCode: (details?: Partial<Holder> & { remember?: boolean }) => Promise<void>;
  /** Deletes the sessions of the holder that the page is signed in as. */
  endSessions: () => Promise<void>;
};

type MailFixtures = {
  /** The codes that were mailed to an address, the first first. */
  codesTo: (address: string) => string[];
  /** The variables of a server that mails codes. */
  codesEnv: Record<string, string>;
};

/** The app on a server that asks for the code of an email, with a mailbox to find it in. */
export const test = base.extend<
  CodeFixtures,
  MailFixtures & { mailServer: Awaited<ReturnType<typeof startMailServer>> }
>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  codesTo: [
    ({ mailServer }, use) =>
      use((address) =>
        mailServer.mails
          .filter(({ envelopeTo }) => envelopeTo.includes(address))
          .flatMap(({ text }) => /^\d{8}$/m.exec(text ?? '') ?? []),
      ),
    { scope: 'worker' },
  ],
  codesEnv: [
    ({ mailServer }, use) => use({ SMTP_URL: mailServer.url, SIGN_IN_CODES: 'on' }),
    { scope: 'worker' },
  ],
  serverUrl: [
    async ({ codesEnv }, use) => {
      const server = await startServer({ DATABASE_URL: process.env.E2E_DATABASE_URL ?? '', ...codesEnv });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  codesSent: ({ codesTo, holder }, use) => use(() => codesTo(holder.contactEmail).length),
  nextCode: async ({ codesTo, holder }, use) => {
    let read = 0;
    await use(async () => {
      const code = () => codesTo(holder.contactEmail)[read];
      await expect.poll(code, 'the email with a code').toBeDefined();
      const next = code() ?? '';
      read++;
      return next;
    });
  },

  holderId: async ({ context, holder, nextCode }, use) => {
    const asked = await context.request.post('/api/auth/login', { data: holder });
    expect(asked.status(), await asked.text()).toBe(202);
    const { verification } = await asked.json();
    const data = { id: verification.id, code: await nextCode() };
    const answer = await context.request.post('/api/auth/verify', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    const { beaHolder } = await answer.json();
    await use(beaHolder.id);
  },

  askForCode: ({ page, holder }, use) =>
    use(async ({ remember = false, ...details } = {}) => {
      await page.goto('/');
      await fillLogin(page, { ...holder, ...details });
      await page.getByLabel('Remember me on this device').setChecked(remember);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByText('We sent a code to')).toContainText(holder.contactEmail);
    }),

  endSessions: ({ page, db }, use) =>
    use(async () => {
      const { id } = await (await page.request.get('/api/auth/me')).json();
      await db.delete(sessions).where(sql`${sessions.sess}::json ->> 'holderId' = ${id}`);
    }),
});
