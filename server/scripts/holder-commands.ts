import { parseArgs } from 'node:util';
import { beaNumberKey, createHolderSchema } from '@shared/holders';
import { formatDate } from '@shared/periods';
import { parse } from 'zod/mini';
import { listClaims } from '../features/auth/claims.repository';
import { findHold } from '../features/deliveries/held.repository';
import { listHolders } from '../features/holders/holders.repository';
import { type Decided, mailDecision } from '../features/operator/decision-mail';
import { forgetHolder } from '../features/operator/forget.service';
import { approveClaim, createHolder, setActive, transferNumber } from '../features/operator/operator.service';
import { connectDatabase } from '../lib/database/db';
import { asService } from '../lib/database/isolation';
import { describeRole } from '../lib/database/migrate';
import { ForbiddenError, ValidationError } from '../lib/errors';
import type { Installation } from '../lib/installation';
import { logEvent } from '../lib/logger';
import { MailError } from '../lib/mail/mailer';
import { type Operating, operatorCommand } from './operator-command';
import { table, UsageError } from './terminal';

const usage = `What the operator of this service decides about holders (docs/operations.md#holders):

  npm run holders -- list
  npm run holders -- create --bea-number 12345 --name "Mary Smith" --company "Smith Cars" --email mary@example.com --phone "07 3000 0000" [--trading-name …]
  npm run holders -- approve 12345 [--email mary@example.com]
  npm run holders -- deactivate 12345
  npm run holders -- reactivate 12345
  npm run holders -- transfer 12345 --email mary@example.com [--name …] [--company …] [--phone …]
  npm run holders -- forget 12345 --export 12345.zip [--yes]

approve     registers who waits for a number; --email says who, where several do
deactivate  signs the holder out and sends no mail for it; reactivate takes that back
transfer    gives a number to someone else, who begins without records; the one who had it keeps theirs under another number
forget      writes all that is stored of the holder to a file, and then erases it for good`;

const TEXTS = ['bea-number', 'name', 'company', 'trading-name', 'email', 'phone', 'export'] as const;
type Values = { [option in (typeof TEXTS)[number]]?: string } & { yes?: boolean };
type Opened = Pick<Installation, 'deps' | 'ownerUrl' | 'close'>;
type On = Operating<Opened>;
type Command = {
  takes: (keyof Values)[];
  /** Whether a number follows the command's name. */
  ofNumber: boolean;
  /** @returns what is said when it is done */
  run(on: On, values: Values, beaNumber: string): Promise<string>;
};

const needed = (values: Values, option: (typeof TEXTS)[number]): string => {
  const value = values[option];
  if (!value) throw new UsageError(`--${option} is missing`);
  return value;
};

const given = <K extends string>(fields: Record<K, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [key in K]?: string;
  };

/** Notifies someone by mail; the decision is stored even where that fails. */
async function tell({ deps, call, complain }: On, to: string, decided: Decided): Promise<void> {
  if (await findHold(call.db)) {
    complain(`Mails are held (npm run mails). None was sent to ${to}: tell them yourself.`);
    return;
  }
  try {
    await mailDecision(deps, to, decided, deps.clock());
    if (deps.mailer.transport === 'outbox')
      complain(`Without SMTP_URL the mail to ${to} lies in the outbox: tell them yourself.`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    complain(`The mail to ${to} was not sent: tell them yourself. ${error.message}`);
  }
}

async function list({ call: { db } }: On): Promise<string> {
  const [holders, claims] = await Promise.all([listHolders(db), listClaims(db)]);
  const registered = new Map<string, string[]>();
  for (const { beaNumber } of holders) {
    const key = beaNumberKey(beaNumber);
    registered.set(key, [...(registered.get(key) ?? []), beaNumber]);
  }
  const parts = [
    table(
      ['Number', 'Company', 'Contact', 'Active', 'Registered', 'Last trip'],
      holders.map(({ beaNumber, companyName, contactEmail, isActive, createdAt, lastTripAt }) => [
        beaNumber,
        companyName,
        contactEmail,
        isActive ? 'yes' : 'no',
        formatDate(createdAt),
        lastTripAt ? formatDate(lastTripAt) : '-',
      ]),
    ),
  ];
  const several = [...registered.values()].filter((spellings) => spellings.length > 1);
  if (several.length > 0) {
    const lines = several.map((spellings) => spellings.join(', '));
    parts.push(
      `One number in several spellings (docs/operations.md#a-number-in-two-spellings):\n${lines.join('\n')}`,
    );
  }
  if (claims.length > 0) {
    const rows = claims.map(({ beaNumber, details, email, createdAt }) => [
      beaNumber,
      details.companyName,
      email,
      formatDate(createdAt),
      registered.has(beaNumberKey(beaNumber))
        ? 'someone else has it: transfer, or leave it'
        : 'no one has it: approve, or leave it',
    ]);
    parts.push(`Waiting for you to decide:\n${table(['Number', 'Company', 'Contact', 'Since', ''], rows)}`);
  }
  return parts.join('\n\n');
}

async function create({ deps, call }: On, values: Values): Promise<string> {
  const details = parse(createHolderSchema, {
    beaNumber: values['bea-number'],
    holderName: values.name,
    companyName: values.company,
    tradingName: values['trading-name'],
    contactEmail: values.email,
    contactPhone: values.phone,
  });
  const holder = await createHolder(call, details);
  logEvent(deps.log, 'info', 'operator', { command: 'create', holder: holder.id });
  return `Registered ${holder.beaNumber}.`;
}

async function approve(on: On, { email }: Values, beaNumber: string): Promise<string> {
  const { deps, call } = on;
  const holder = await approveClaim(call, beaNumber, email);
  logEvent(deps.log, 'info', 'operator', { command: 'approve', holder: holder.id });
  await tell(on, holder.contactEmail, { kind: 'approved', beaNumber });
  return `Registered ${beaNumber} for ${holder.contactEmail}.`;
}

const activate =
  (isActive: boolean): Command['run'] =>
  async ({ deps, call }, _, beaNumber) => {
    const { id } = await setActive(call, beaNumber, isActive);
    logEvent(deps.log, 'info', 'operator', { command: isActive ? 'reactivate' : 'deactivate', holder: id });
    return `${beaNumber} is ${isActive ? 'active' : 'inactive'} now.`;
  };

async function transfer(on: On, values: Values, beaNumber: string): Promise<string> {
  const { deps, call } = on;
  const { name: holderName, company: companyName, phone: contactPhone } = values;
  const claimant = { email: needed(values, 'email'), ...given({ holderName, companyName, contactPhone }) };
  const { from, to } = await transferNumber(call, beaNumber, claimant);
  logEvent(deps.log, 'info', 'operator', { command: 'transfer', holder: from.id, to: to.id });
  await tell(on, from.contactEmail, { kind: 'given-away', beaNumber, formerNumber: from.beaNumber });
  await tell(on, to.contactEmail, { kind: 'received', beaNumber });
  return `${beaNumber} is that of ${to.contactEmail} now. ${from.contactEmail} keeps the records under "${from.beaNumber}".`;
}

async function forget({ deps, call, ownerUrl, ask }: On, values: Values, beaNumber: string): Promise<string> {
  const file = needed(values, 'export');
  if (!(await describeRole(ownerUrl)).owns)
    throw new ForbiddenError(
      'Only the role that owns the tables may erase a holder: name it in MIGRATIONS_DATABASE_URL (docs/operations.md#two-roles).',
    );
  if (!values.yes) {
    const typed = await ask(`This erases ${beaNumber} for good. Type its number again: `);
    if (typed.trim() !== beaNumber) throw new ValidationError('Nothing was erased: the number was another.');
  }
  const onError = (err: Error) => deps.log.error({ err }, 'database connection lost');
  // erasing takes as long as it takes
  const owner = connectDatabase(ownerUrl, { onError, timeouts: {}, max: 1 });
  const within = { ...call, now: deps.clock(), owner: asService(owner), storage: deps.storage };
  const holderId = await forgetHolder(within, beaNumber, file).finally(() => owner.$client.end());
  logEvent(deps.log, 'info', 'operator', { command: 'forget', holder: holderId });
  return `${beaNumber} is erased. What was stored of it is in ${file}.`;
}

const COMMANDS: Record<string, Command> = {
  list: { takes: [], ofNumber: false, run: list },
  create: {
    takes: ['bea-number', 'name', 'company', 'trading-name', 'email', 'phone'],
    ofNumber: false,
    run: create,
  },
  approve: { takes: ['email'], ofNumber: true, run: approve },
  deactivate: { takes: [], ofNumber: true, run: activate(false) },
  reactivate: { takes: [], ofNumber: true, run: activate(true) },
  transfer: { takes: ['email', 'name', 'company', 'phone'], ofNumber: true, run: transfer },
  forget: { takes: ['export', 'yes'], ofNumber: true, run: forget },
};

/** @throws UsageError for what no command takes */
function readArguments(args: string[]) {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command "${name}"` : 'Say what to do');
  const options = Object.fromEntries(
    command.takes.map((option) => [option, { type: option === 'yes' ? 'boolean' : 'string' } as const]),
  );
  const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
  const [beaNumber = '', ...more] = positionals.map((text) => text.normalize('NFC').trim());
  if (command.ofNumber && (!beaNumber || more.length > 0))
    throw new UsageError(`Say the number of one holder after "${name}"`);
  if (!command.ofNumber && positionals.length > 0) throw new UsageError(`"${name}" takes no number`);
  return { command, values: values as Values, beaNumber };
}

/** Runs a command of `npm run holders`. */
export const runHolderCommand = operatorCommand<Opened>(usage, (args) => {
  const { command, values, beaNumber } = readArguments(args);
  return (on) => command.run(on, values, beaNumber);
});
