import { setTimeout as sleep } from 'node:timers/promises';
import { dueSends, isReport, type PlannedSend, WRITTEN_TO_DISK } from '@shared/deliveries/deliveries';
import { DAY_MS, MINUTE_MS } from '@shared/durations';
import { callFor } from '../../../lib/call';
import { type Clock, clockFrom } from '../../../lib/clock';
import { isDatabaseAway, isTooSlow } from '../../../lib/database/connection-errors';
import type { Db } from '../../../lib/database/db';
import { asHolder, asService } from '../../../lib/database/isolation';
import type { AppDeps } from '../../../lib/deps';
import { isDiskFull } from '../../../lib/errors';
import type { SharedFigures } from '../../../lib/http/metrics';
import { logEvent } from '../../../lib/logger';
import { MailError, SEND_LIMIT_MS } from '../../../lib/mail/mailer';
import { type DeliveryRow, insertDeliveries } from '../deliveries.repository';
import { countWaiting, findHold } from '../held.repository';
import { composeMail } from '../mail/compose.service';
import { updateBounces } from '../recipients/recipients.repository';
import { listDayReminderCandidates } from './day-reminders.service';
import {
  type Candidate,
  claimDelivery,
  countDue,
  describeLedger,
  listReminderCandidates,
  listReportCandidates,
  type SendingOutcome,
  updateClaimed,
} from './sending.repository';

type Deps = Pick<AppDeps, 'storage' | 'mailer' | 'config' | 'keys' | 'log' | 'lifecycle'> & { db: Db };

/** Longer than any try, so that no other process claims a mail that is being sent; the rest is for storing the outcome. */
const LEASE_MS = SEND_LIMIT_MS + 2 * MINUTE_MS;
/** Waits between tries, in minutes: 24 hours in all (docs/product/settings.md#scheduled-mail). */
export const RETRY_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 489] as const;
const MAX_ATTEMPTS = RETRY_MINUTES.length + 1;
const LANES = 3;
const RETRY_MS = 500;
/** How long an unavailable database is retried: to claim the next mail, and to store an outcome. */
const CLAIM_RETRY_MS = 10_000;
const STORE_RETRY_MS = 10 * MINUTE_MS;
const BATCH = 1000;

/**
 * Sends every mail that is due at `now`, planned or to be retried. Any number of processes may do so at once. A mail is sent once, unless
 * a process dies after the mail server accepted it and before that is stored (docs/decisions/0006-mail-ledger.md).
 */
export async function sendDueReports(deps: Deps, now: Date): Promise<void> {
  await planDueMails(deps, now);
  if (await isHeld(deps, now)) return;
  const clock = clockFrom(now);
  const lanes = Array.from({ length: LANES }, () => sendClaimed(deps, clock));
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
  if (!deps.lifecycle.stopping) await retryDatabase(clock, CLAIM_RETRY_MS, () => logWhatWaits(deps, now));
}

/** Stores the mails that are due at `now`, without sending them. */
export async function planDueMails(deps: Pick<Deps, 'db' | 'mailer'>, now: Date): Promise<void> {
  for (const send of dueSends(now)) await planSend(deps, send, now);
  await planMails(deps, await listDayReminderCandidates(asService(deps.db), now), now);
}

/** When the log last said that a database's mails are held. */
const saidHeld = new WeakMap<Db, Date>();

/** Tells whether mails are held, and the log once a day (docs/operations.md#mails-that-are-held). */
async function isHeld({ db, log }: Deps, now: Date): Promise<boolean> {
  const since = await findHold(asService(db));
  if (!since) {
    saidHeld.delete(db);
    return false;
  }
  const said = saidHeld.get(db);
  if (!said || now.getTime() - said.getTime() >= DAY_MS) {
    saidHeld.set(db, now);
    const waiting = await countWaiting(asService(db), now);
    logEvent(log, 'warn', 'mails-held', { since, waiting });
  }
  return true;
}

type LedgerDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

export const ledgerFigures = ({ db, clock, config }: LedgerDeps): SharedFigures => ({
  gauges: {
    triplog_mails: 'Mails that wait to be sent, those of them that are held, and mails given up within a day',
    triplog_mails_oldest_seconds: 'How long the mail waits that waits longest',
  },
  async read() {
    const now = clock();
    const needsProof = config.signInCodes;
    const { waiting, failed, since } = await describeLedger(asService(db), { now, needsProof });
    const oldest = since ? (now.getTime() - since.getTime()) / 1000 : 0;
    const held = (await findHold(asService(db))) ? waiting : 0;
    return {
      triplog_mails: { waiting, held, failed },
      triplog_mails_oldest_seconds: { waiting: oldest },
    };
  },
});

export async function sendDelivery(deps: Deps, id: string, now: Date): Promise<void> {
  const clock = clockFrom(now);
  const claimed = await claimNext(deps, clock, id);
  if (claimed) await deliver(deps, claimed, clock);
}

async function planSend(deps: Pick<Deps, 'db' | 'mailer'>, send: PlannedSend, now: Date): Promise<void> {
  const listCandidates = isReport(send.kind) ? listReportCandidates : listReminderCandidates;
  const candidates = await listCandidates(asService(deps.db), send);
  const mails = candidates.map((mail) => ({ ...mail, kind: send.kind, period: send.period.key }));
  await planMails(deps, mails, now);
}

type PlannedMail = Candidate & Pick<DeliveryRow, 'kind' | 'period'>;

/** Stores a row for every mail: pending, or cancelled, so that a later tick sends nothing late. */
async function planMails(
  { db, mailer }: Pick<Deps, 'db' | 'mailer'>,
  mails: readonly PlannedMail[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < mails.length; from += BATCH) {
    const deliveries = mails.slice(from, from + BATCH).map(({ wanted, ...mail }) => ({
      ...mail,
      state: wanted ? ('pending' as const) : ('cancelled' as const),
    }));
    await insertDeliveries(asService(db), deliveries, mailer.messageId, now);
  }
}

function claimNext({ db, config }: Deps, clock: Clock, id?: string) {
  const claim = { now: clock(), leaseUntil: leaseFrom(clock), needsProof: config.signInCodes };
  return claimDelivery(asService(db), { ...claim, budgets: config, id });
}

/** Databases whose budgets were used up at the last look, so that the log says so once. */
const heldBack = new WeakSet<Db>();

async function logWhatWaits({ db, log, config }: Deps, now: Date): Promise<void> {
  const waiting = await countDue(asService(db), { now, needsProof: config.signInCodes });
  if (waiting === 0) heldBack.delete(db);
  else if (!heldBack.has(db)) {
    heldBack.add(db);
    logEvent(log, 'warn', 'mail-budget', { waiting });
  }
}

const leaseFrom = (clock: Clock) => new Date(clock().getTime() + LEASE_MS);

async function sendClaimed(deps: Deps, clock: Clock): Promise<void> {
  while (!deps.lifecycle.stopping) {
    const claimed = await retryDatabase(clock, CLAIM_RETRY_MS, () => claimNext(deps, clock));
    if (!claimed) return;
    await deliver(deps, claimed, clock);
  }
}

async function deliver(deps: Deps, claimed: DeliveryRow, clock: Clock): Promise<void> {
  const outcome = await attempt(deps, claimed, clock);
  if (!outcome) return;
  await storeOutcome(deps, claimed, outcome, clock);
  // a try that is to be repeated was logged with what was wrong
  const { state } = outcome;
  if (state !== 'pending')
    logEvent(deps.log, state === 'failed' ? 'warn' : 'info', `mail-${state}`, named(claimed));
}

/** The log's fields of a mail, without the addressee, which people entered. */
const named = ({ id, beaHolderId, kind, attempts }: DeliveryRow) => ({
  holder: beaHolderId,
  delivery: id,
  kind,
  attempts,
});

/** One try. Answers undefined when another process has claimed the mail meanwhile. */
async function attempt(deps: Deps, claimed: DeliveryRow, clock: Clock): Promise<Attempted | undefined> {
  if (claimed.attempts > MAX_ATTEMPTS)
    return { state: 'failed', reason: 'The server was stopped at every try to send it' };
  try {
    const call = callFor(deps.db, { holderId: claimed.beaHolderId, userId: null, now: clock() });
    const mail = await composeMail(call, deps, claimed);
    if ('cancelled' in mail) return { state: 'cancelled', reason: mail.cancelled };
    // making the documents may have outlasted the lease: without a claim nothing is sent
    if (!(await updateClaimed(call.db, claimed, { leaseUntil: leaseFrom(clock) }))) return undefined;
    await deps.mailer.send(mail);
    const reason = deps.mailer.transport === 'outbox' ? WRITTEN_TO_DISK : null;
    return { state: 'sent', reason, sentAt: clock() };
  } catch (error) {
    return outcomeOf(deps, claimed, error as Error, clock);
  }
}

type Attempted = SendingOutcome & { bounced?: true };

function outcomeOf({ log }: Deps, claimed: DeliveryRow, error: Error, clock: Clock): Attempted {
  const refusal = error instanceof MailError ? error : undefined;
  // a mail server's answer names addresses, which the log must not hold
  const cause = refusal ? { fault: refusal.kind } : { err: error };
  logEvent(log, 'warn', 'mail-try-failed', { ...cause, ...named(claimed) });
  const reason = refusal?.message ?? 'The mail could not be made: see the log';
  if (refusal?.kind === 'recipient') return { state: 'failed', reason, bounced: true };
  const minutes = RETRY_MINUTES[claimed.attempts - 1];
  if (minutes === undefined || refusal?.kind === 'message') return { state: 'failed', reason };
  return { state: 'pending', reason, nextAttemptAt: new Date(clock().getTime() + minutes * MINUTE_MS) };
}

/** Stores the outcome of a try, retrying for longer than the lease: an unavailable database must not make a sent mail look unsent. */
const storeOutcome = ({ db }: Deps, claimed: DeliveryRow, { bounced, ...outcome }: Attempted, clock: Clock) =>
  retryDatabase(clock, STORE_RETRY_MS, () =>
    asHolder(db, claimed.beaHolderId).transaction(async (tx) => {
      if (!(await updateClaimed(tx, claimed, { ...outcome, leaseUntil: null }))) return;
      const { beaHolderId, recipient } = claimed;
      if (bounced) await updateBounces(tx, beaHolderId, recipient, 'bounced');
      if (outcome.state === 'sent') await updateBounces(tx, beaHolderId, recipient, 'accepted');
    }),
  );

/** Retries a database operation while the database is unavailable or too slow, for at most `forMs`. */
async function retryDatabase<T>(clock: Clock, forMs: number, work: () => Promise<T>): Promise<T> {
  const giveUp = clock().getTime() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = isDatabaseAway(error) || isTooSlow(error) || isDiskFull(error);
      if (!mayPass || clock().getTime() > giveUp) throw error;
      await sleep(RETRY_MS);
    }
  }
}
