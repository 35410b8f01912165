import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDayReminder, remindedAt } from '@shared/deliveries/day-reminders';
import type { DeliveryKind } from '@shared/deliveries/deliveries';
import { addDays, brisbaneDay, brisbaneInstant } from '@shared/periods';
import { beaHolders, users } from '@shared/tables/holders';
import { emailSettings, tmrRequests } from '@shared/tables/reports';
import { drivers } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import sharp from 'sharp';
import { loadConfig, readConfig } from '../config';
import { insertDeliveries } from '../features/deliveries/deliveries.repository';
import { sendDelivery } from '../features/deliveries/sending/sending.service';
import { insertDemoHolder } from '../features/demo/demo-data';
import { recordChange } from '../lib/audit';
import { onlyRow, TIMEOUTS } from '../lib/database/db';
import { asService } from '../lib/database/isolation';
import { openInstallation } from '../lib/installation';

/** The day on which both a quarterly and an annual report are sent, and the day of their reminders. */
const NOW = brisbaneInstant('2026-07-01', '08:00');
const REMINDED = brisbaneInstant('2026-07-21', '08:00');
const RECIPIENT = 'anna.kowalski@example.com';

const target = resolve(process.argv[2] ?? join(loadConfig().dataDir, 'mail-preview'));
const work = await mkdtemp(join(tmpdir(), 'trip-log-mail-preview-'));
const config = readConfig({
  DATA_DIR: work,
  PUBLIC_URL: 'https://trips.example.com',
  TRUST_PROXY: '1',
  ALLOW_UNVERIFIED_SIGN_IN: 'yes',
  MAIL_FROM: 'Trip Log <trip-log@example.com>',
  LOG_LEVEL: 'warn',
});
const { deps, close } = await openInstallation(config, { timeouts: TIMEOUTS.heavy });
const { storage, mailer } = deps;
const db = asService(deps.db);

async function insertOperator(companyName: string, tripCount: number): Promise<string> {
  const createdAt = brisbaneInstant(addDays(brisbaneDay(NOW), -800));
  const details = { beaNumber: String(990_000 + tripCount), companyName, createdAt };
  const options = { tripCount, driverCount: 12, seed: 20_260_701, now: NOW };
  const { id: holderId } = await db.transaction((tx) => insertDemoHolder(tx, details, options));
  const row = { beaHolderId: holderId, email: RECIPIENT, createdAt };
  const recipient = onlyRow(await db.insert(emailSettings).values(row).returning());
  const email = `${holderId.slice(0, 8)}@example.com`;
  const person = { beaHolderId: holderId, email, firstName: 'Mary', lastName: 'Smith' };
  const user = onlyRow(await db.insert(users).values(person).returning());
  const call = { db, holderId, userId: user.id, now: NOW };
  await recordChange(call, 'recipient', undefined, { id: recipient.id, email: RECIPIENT });
  if (tripCount > 0) await setLogo(holderId);
  return holderId;
}

async function setLogo(holderId: string): Promise<void> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160"><rect width="400" height="160" rx="24" fill="#7a1f3d"/>
<text x="200" y="98" font-family="sans-serif" font-size="56" font-weight="700" fill="#fff" text-anchor="middle">River City</text></svg>`;
  const key = `logos/${holderId}/preview-document.png`;
  await storage.write(key, await sharp(Buffer.from(drawing)).png().toBuffer(), 'image/png');
  const logoUrl = `/files/${key}`;
  await db.update(beaHolders).set({ logoUrl }).where(eq(beaHolders.id, holderId));
}

/** The day on which the authorisations of an operator and its drivers expire, and on which a request is due. */
const EXPIRES = '2026-09-30';

async function setExpiries(holderId: string): Promise<void> {
  const authorisationExpires = EXPIRES;
  await db.update(beaHolders).set({ authorisationExpires }).where(eq(beaHolders.id, holderId));
  await db.update(drivers).set({ authorisationExpires }).where(eq(drivers.beaHolderId, holderId));
  const asked = { receivedOn: '2026-09-02', dueOn: EXPIRES, firstDay: '2026-01-01', lastDay: '2026-06-30' };
  await db.insert(tmrRequests).values({ ...asked, beaHolderId: holderId, reference: 'C-2026-77' });
}

function sentAt(kind: DeliveryKind, period: string): Date {
  if (isDayReminder(kind)) return remindedAt(kind, period);
  return kind === 'quarterly-reminder' || kind === 'annual-reminder' ? REMINDED : NOW;
}

/** Sends one mail as the server does, and writes it as .eml, .html and .txt. */
async function preview(name: string, holderId: string, kind: DeliveryKind, period: string): Promise<void> {
  const now = sentAt(kind, period);
  const recipient = now !== NOW || kind === 'test' ? 'mary.smith@example.com' : RECIPIENT;
  const delivery = { beaHolderId: holderId, kind, period, recipient };
  const [id] = await insertDeliveries(db, [delivery], mailer.messageId, now);
  if (!id) throw new Error(`Two mails of one name: ${name}`);
  await sendDelivery(deps, id, now);
  const raw = await readFile(join(work, 'outbox', `${id}.eml`));
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const logo = mail.attachments.find(({ contentId }) => contentId === '<logo>');
  await writeFile(join(target, `${name}.eml`), raw);
  await writeFile(join(target, `${name}.txt`), mail.text ?? '');
  const html = mail.html?.replace('cid:logo', `data:image/png;base64,${logo?.content}`) ?? '';
  await writeFile(join(target, `${name}.html`), html);
}

try {
  await mkdir(target, { recursive: true });
  const busy = await insertOperator('River City Cars Pty Ltd', 9000);
  const quiet = await insertOperator('Ngāti & Łódź Hire', 0);
  await preview('quarterly', busy, 'quarterly', 'Q4-2026');
  await preview('quarterly-nil', quiet, 'quarterly', 'Q4-2026');
  await preview('annual', busy, 'annual', '2025-2026');
  await preview('quarterly-reminder', busy, 'quarterly-reminder', 'Q4-2026');
  await preview('annual-reminder-nil', quiet, 'annual-reminder', '2025-2026');
  await setExpiries(busy);
  await preview('expiry-six-weeks', busy, 'expiry-six-weeks', EXPIRES);
  await preview('request-reminder', busy, 'request-reminder', EXPIRES);
  await preview('welcome', busy, 'welcome', brisbaneDay(NOW));
  await preview('test', quiet, 'test', brisbaneDay(NOW));
  console.log(`Every kind of mail is in ${target}:\n  ${(await readdir(target)).sort().join('\n  ')}`);
} finally {
  await close();
  await rm(work, { recursive: true });
}
