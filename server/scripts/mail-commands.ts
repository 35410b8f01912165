import { parseArgs } from 'node:util';
import { DELIVERY_KINDS, type DeliveryKind } from '@shared/deliveries/deliveries';
import { countOf } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import {
  cancelHeld,
  type HeldMails,
  holdMails,
  readHeld,
  releaseMails,
} from '../features/deliveries/sending/held.service';
import { ValidationError } from '../lib/errors';
import type { Installation } from '../lib/installation';
import { logEvent } from '../lib/logger';
import { type Operating, operatorCommand } from './operator-command';
import { table, UsageError } from './terminal';

const usage = `The mails of a restored installation, which are held until you let them go (docs/operations.md#mails-that-are-held):

  npm run mails                                           lists the mails that wait
  npm run mails -- cancel [--kind quarterly] [--period Q3-2026]   cancels those that wait, or some of them
  npm run mails -- release [--yes]                        lets all others go
  npm run mails -- hold                                   holds mails from now on: before a copy is started`;

type Values = { kind?: string; period?: string; yes?: boolean };
type Opened = Pick<Installation, 'deps' | 'close'>;
type On = Operating<Opened>;

const NOT_HELD = 'No mails are held: Trip Log sends them when they are due.';

const SENT = 'sent';

const soMany = (mails: number) => countOf(mails, 'mail');
const sum = (waiting: HeldMails['waiting']) => waiting.reduce((total, { mails }) => total + mails, 0);

function whatBecomesOf({ tooLate, unproved }: HeldMails['waiting'][number]): string {
  if (tooLate) return `cancelled: ${tooLate.toLowerCase()}`;
  return unproved ? 'sent after the next sign-in with a code, which proves the contact email' : SENT;
}

function describe({ since, waiting }: HeldMails): string {
  const held = `Mails are held since ${formatDateTime(since)}.`;
  if (waiting.length === 0) return `${held} None wait.`;
  const rows = waiting.map((some) => [
    some.repeat > 0 ? `${some.kind} (asked for again)` : some.kind,
    some.period || '-',
    String(some.mails),
    some.since ? formatDateTime(some.since) : '-',
    whatBecomesOf(some),
  ]);
  return `${held} These wait:\n\n${table(['Kind', 'Period', 'Mails', 'Since', 'If you let them go'], rows)}`;
}

async function list({ call, deps }: On): Promise<string> {
  const held = await readHeld(call, deps);
  return held ? describe(held) : NOT_HELD;
}

async function release({ call, deps, say, ask }: On, { yes }: Values): Promise<string> {
  const held = await readHeld(call, deps);
  if (!held) return NOT_HELD;
  const mails = sum(held.waiting.filter((some) => whatBecomesOf(some) === SENT));
  say(`${describe(held)}

A mail that no one wants any more is cancelled too. The backup does not know what was sent after it was made: cancel first what
arrived from the old installation (npm run mails -- cancel --kind … --period …).
`);
  if (!yes && (await ask(`This sends ${soMany(mails)}. Type yes: `)).trim() !== 'yes')
    throw new ValidationError('Nothing was let go.');
  await releaseMails(call);
  logEvent(deps.log, 'info', 'operator', { command: 'mails release' });
  return `${soMany(mails)} may go: a running Trip Log begins within a minute.`;
}

async function cancel({ call, deps }: On, { kind, period }: Values): Promise<string> {
  if (kind !== undefined && !DELIVERY_KINDS.some((known) => known === kind))
    throw new UsageError(`There is no mail of kind "${kind}"; there are ${DELIVERY_KINDS.join(', ')}`);
  const cancelled = await cancelHeld(call, deps, { kind: kind as DeliveryKind | undefined, period });
  logEvent(deps.log, 'info', 'operator', { command: 'mails cancel' });
  return `${soMany(cancelled)} cancelled. The others are held.`;
}

async function hold({ call, deps }: On): Promise<string> {
  const since = await holdMails(call);
  logEvent(deps.log, 'info', 'operator', { command: 'mails hold' });
  return `Mails are held since ${formatDateTime(since)}, until "npm run mails -- release".`;
}

type Command = { takes: (keyof Values)[]; run(on: On, values: Values): Promise<string> };

const COMMANDS: Record<string, Command> = {
  list: { takes: [], run: list },
  cancel: { takes: ['kind', 'period'], run: cancel },
  release: { takes: ['yes'], run: release },
  hold: { takes: [], run: hold },
};

/** @throws UsageError for what no command takes */
function readArguments([name = 'list', ...args]: string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command "${name}"`);
  const options = Object.fromEntries(
    command.takes.map((option) => [option, { type: option === 'yes' ? 'boolean' : 'string' } as const]),
  );
  return { command, values: parseArgs({ args, options }).values as Values };
}

/** Runs a command of `npm run mails`. */
export const runMailCommand = operatorCommand<Opened>(usage, (args) => {
  const { command, values } = readArguments(args);
  return (on) => command.run(on, values);
});
