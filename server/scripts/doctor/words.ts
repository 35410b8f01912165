import type { Config } from '../../config';

/** Why something failed, on one line, with what caused it where that is not said already. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // of an address with several hosts, each failed
  const parts =
    error instanceof AggregateError && !error.message ? error.errors.map(reasonOf) : [error.message];
  const cause = error.cause === undefined ? '' : reasonOf(error.cause);
  const words = parts
    .join('; ')
    .trim()
    .replace(/\s*\n\s*/g, ' ');
  return cause && !words.includes(cause) ? `${words} (${cause})` : words;
}

/** A failure with advice after its reason. */
export const withAdvice = (error: unknown, advice: string): Error =>
  new Error(`${reasonOf(error).replace(/[.:]$/, '')}. ${advice}`);

/** Every secret that the configuration has, as it is written there and as it is meant. */
export function secretsOf(config: Config | undefined): string[] {
  const urls = [config?.databaseUrl, config?.migrationsDatabaseUrl, config?.smtpUrl]
    .filter((url) => url !== undefined && URL.canParse(url))
    .map((url) => new URL(url ?? ''));
  const written = urls.flatMap(({ password, searchParams }) => [
    password,
    searchParams.get('password') ?? '',
  ]);
  const meant = written.map((password) => {
    try {
      return decodeURIComponent(password);
    } catch {
      return password;
    }
  });
  return [...written, ...meant, ...(config?.sessionSecrets ?? [])].filter((secret) => secret !== '');
}

/** A text with *** in the place of every secret, and of the password in every address. */
export function withoutSecrets(text: string, secrets: string[]): string {
  const masked = text
    .replace(/(:\/\/[^:/@\s]*):[^@\s]*@/g, '$1:***@')
    .replace(/([?&]password=)[^&\s]*/g, '$1***');
  // the longest first: one may be part of another
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, secret) => words.replaceAll(secret, '***'), masked);
}
