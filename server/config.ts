import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { codeOf, isFolderFault } from './lib/errors';
import { parseMailbox } from './lib/mail/mail-address';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a host, as an address or a name without its port, is this machine as only it can reach itself. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const text = z.string().min(1);
/** An address of the machine; a version 6 one may be written as in a URL. */
const host = text.transform((written) => written.replace(/^\[(.*)\]$/, '$1'));
const DEFAULT_PORT = 3000;

function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  const fault = `must be a whole number ${range}`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, fault)
    .transform(Number)
    .refine((number) => number >= least && number <= most, fault);
}

const eitherOf = new Intl.ListFormat('en-AU', { type: 'disjunction' });
const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, `must be ${eitherOf.format(words)}`);
const onOff = () => oneOf('on', 'off');

const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, hostname: /./, error: `must be an address such as ${example}` });
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

/** Anything else in the address would be in links, and a password in the log too. */
const isOrigin = (value: string) => /^https?:\/\/[^/\\?#@\s]+\/?$/i.test(value) && URL.canParse(value);

function isMailbox(value: string): boolean {
  try {
    return parseMailbox(value).address !== '';
  } catch {
    return false;
  }
}

/** The environment variables, by name. `.env.example` and docs/operations.md list them too; a test compares the three. */
export const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(DEFAULT_PORT),
  HOST: host.default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATIONS_DATABASE_URL: postgresUrl.optional(),
  DATA_DIR: text.default('.data'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must be such as https://trips.example.com, without user, password, path or query')
    .optional(),
  SESSION_SECRET: z
    .string()
    .transform((secrets) => secrets.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every((secret) => secret.length >= 32),
      'each must have at least 32 characters',
    )
    .optional(),
  SMTP_URL: address(/^smtps?$/, 'smtps://user:password@mail.example.com:465').optional(),
  MAIL_FROM: text
    .refine(isMailbox, 'must be an address such as "Trip Log <reports@example.com>"')
    .default('Trip Log <trip-log@localhost>'),
  MAIL_PER_HOUR: wholeNumber(1).default(1000),
  MAIL_PER_HOLDER_A_DAY: wholeNumber(1).default(500),
  MAX_DRIVERS: wholeNumber(1, 20_000).default(2000),
  MAX_RECIPIENTS: wholeNumber(1, 10_000).default(100),
  SIGN_IN_CODES: onOff().optional(),
  ALLOW_UNVERIFIED_SIGN_IN: oneOf('yes').optional(),
  ALLOW_NEWER_DATABASE: oneOf('yes').optional(),
  DEMO: oneOf('yes').optional(),
  SELF_REGISTRATION: oneOf('on', 'approval', 'off').default('on'),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('ap-southeast-2'),
  S3_ENDPOINT: address(/^https?$/, 'https://s3.example.com').optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  BACKUP_TO: text.optional(),
  BACKUP_KEEP: wholeNumber(1).default(14),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  WEB_CONCURRENCY: wholeNumber(1, 64).default(1),
  CHECK_ANSWERS: onOff().default('off'),
});

type Environment = Record<string, string | undefined>;

/** Codes are asked for as soon as they can be sent. */
const asksForCodes = (env: { SIGN_IN_CODES?: string | undefined; SMTP_URL?: string | undefined }): boolean =>
  (env.SIGN_IN_CODES ?? (env.SMTP_URL ? 'on' : 'off')) === 'on';

/** Faults of the variables that let others than this machine reach the server. */
function faultsOfExposure(env: Environment): string[] {
  const publicUrl = URL.canParse(env.PUBLIC_URL ?? '') ? new URL(env.PUBLIC_URL ?? '') : undefined;
  const isProxied = Number(env.TRUST_PROXY ?? 0) > 0;
  const exposing = [
    ...(env.HOST && !isLoopback(env.HOST) ? ['HOST'] : []),
    ...(isProxied ? ['TRUST_PROXY'] : []),
    ...(publicUrl && !isLoopback(publicUrl.hostname) ? ['PUBLIC_URL'] : []),
  ];
  const faults: string[] = [];
  if (asksForCodes(env)) {
    if (exposing.length > 0 && !env.SMTP_URL)
      faults.push('SMTP_URL: must be set: without it no one gets the sign-in codes');
  } else if (env.ALLOW_UNVERIFIED_SIGN_IN !== 'yes') {
    const advice = 'set ALLOW_UNVERIFIED_SIGN_IN=yes if you mean it';
    for (const name of exposing)
      faults.push(`${name}: without sign-in codes the server is for this machine only; ${advice}`);
  }
  if (exposing.length > 0 && !env.PUBLIC_URL)
    faults.push(
      `PUBLIC_URL: must be set with ${exposing.join(' and ')}: requests for another host are refused`,
    );
  if (publicUrl?.protocol === 'https:' && !isProxied)
    faults.push(
      'TRUST_PROXY: must be at least 1 with an https PUBLIC_URL: the proxy says what came over https',
    );
  return faults;
}

/** Faults that concern several variables, or files they name; reported together with those of single variables. */
function faultsAcross(env: Environment): string[] {
  const faults: string[] = [];
  if (env.MIGRATIONS_DATABASE_URL && !env.DATABASE_URL)
    faults.push(
      'MIGRATIONS_DATABASE_URL: set DATABASE_URL too, to the same database with the role of the service',
    );
  if (Number(env.METRICS_PORT) === Number(env.PORT ?? DEFAULT_PORT))
    faults.push(`METRICS_PORT: ${env.METRICS_PORT} is the PORT of the app; set it to another`);
  faults.push(...faultsOfExposure(env));
  return faults;
}

/** Names as long as this may have two faults: in shorter ones two letters make another word. */
const LONG = 13;

/** Whether so many letters inserted, deleted, replaced or swapped make one text of the other. */
function isWithin(faults: number, from: string, to: string): boolean {
  if (from === to) return true;
  if (from[0] === to[0]) return isWithin(faults, from.slice(1), to.slice(1));
  if (faults === 0) return false;
  const isAfter = (fromLetters: number, toLetters: number) =>
    isWithin(faults - 1, from.slice(fromLetters), to.slice(toLetters));
  const areSwapped = from[0] === to[1] && from[1] === to[0];
  return isAfter(1, 0) || isAfter(0, 1) || isAfter(1, 1) || (areSwapped && isAfter(2, 2));
}

const isMisspelling = (name: string, meant: string): boolean =>
  isWithin(meant.length < LONG ? 1 : 2, name.toUpperCase(), meant);

function warningsAbout(env: Environment): string[] {
  const ours = Object.entries(environmentSchema.shape);
  const empty = ours.flatMap(([name, field]) =>
    env[name]?.trim() === '' && field instanceof z.ZodDefault
      ? [`${name} is empty, so its default holds: ${field.parse(undefined)}.`]
      : [],
  );
  const misspelt = Object.entries(env).flatMap(([name, value]) => {
    if (!value || name in environmentSchema.shape) return [];
    const [meant] = ours.find(([known]) => isMisspelling(name, known)) ?? [];
    return meant ? [`${name} is not a variable of Trip Log and has no effect. Is ${meant} meant?`] : [];
  });
  return [...empty, ...misspelt];
}

function toConfig(env: z.infer<typeof environmentSchema>, warnings: string[]) {
  return {
    warnings,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    migrationsDatabaseUrl: env.MIGRATIONS_DATABASE_URL,
    allowNewerDatabase: env.ALLOW_NEWER_DATABASE === 'yes',
    dataDir: resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`,
    sessionSecrets: env.SESSION_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailPerHour: env.MAIL_PER_HOUR,
    mailPerHolderADay: env.MAIL_PER_HOLDER_A_DAY,
    maxDrivers: env.MAX_DRIVERS,
    maxRecipients: env.MAX_RECIPIENTS,
    signInCodes: asksForCodes(env),
    demo: env.DEMO === 'yes',
    selfRegistration: env.SELF_REGISTRATION,
    s3: env.S3_BUCKET
      ? { bucket: env.S3_BUCKET, region: env.S3_REGION, endpoint: env.S3_ENDPOINT }
      : undefined,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    nightlyBackup: env.BACKUP_TO ? { folder: resolve(env.BACKUP_TO), keep: env.BACKUP_KEEP } : undefined,
    metrics: env.METRICS_PORT ? { port: env.METRICS_PORT, host: env.METRICS_HOST } : undefined,
    webConcurrency: env.WEB_CONCURRENCY,
    checkAnswers: env.CHECK_ANSWERS === 'on',
  };
}

/** How the server is configured; docs/operations.md has the table. */
export type Config = ReturnType<typeof toConfig>;

/** Ends a start or a command for a reason that the operator can fix: its message says what to do. */
export class ConfigError extends Error {}

/** Reads the configuration from variables, of which empty and blank ones count as absent. @throws ConfigError naming every bad one */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = environmentSchema.safeParse(given);
  const faults = [
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...faultsAcross(given),
  ];
  if (!result.success || faults.length > 0)
    throw new ConfigError(['The configuration is not valid:', ...faults].join('\n  '));
  return toConfig(result.data, warningsAbout(env));
}

/** Reads `.env` and the process's environment: the only place that does. @throws ConfigError naming every bad variable */
export function loadConfig(): Config {
  try {
    if (existsSync('.env')) {
      // of a file that may not be read, what loads it says that there is none
      accessSync('.env', constants.R_OK);
      process.loadEnvFile('.env');
    }
  } catch (error) {
    throw new ConfigError(`The file .env cannot be read: ${(error as Error).message}`);
  }
  return readConfig(process.env);
}

/** Ends a program with code 1 and a sentence where the operator can help, else the whole error. @param usage of a command */
export function endInWords(error: unknown, usage = ''): never {
  if (codeOf(error).startsWith('ERR_PARSE_ARGS')) console.error(`${(error as Error).message}\n\n${usage}`);
  else console.error(error instanceof ConfigError || isFolderFault(error) ? (error as Error).message : error);
  process.exit(1);
}
