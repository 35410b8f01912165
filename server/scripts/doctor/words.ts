import type { Config } from '../../config';

/**
 * The secrets of the configuration that are too long for a word, as they are written there and as they are meant. A shorter one may
 * be part of any line: the gap that it left would give it away.
 */
export function longSecretsOf(config: Config | undefined): string[] {
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
  return [...written, ...meant, ...(config?.sessionSecrets ?? [])].filter(({ length }) => length >= 24);
}

/**
 * A text without the user and password of any address in it, whatever they are, and with *** in the place of long secrets. No check
 * says a whole address by itself; an error of something else might.
 */
export function withoutSecrets(text: string, longSecrets: string[]): string {
  const masked = text.replace(/(:\/\/)[^\s"']*@/g, '$1***@').replace(/([?&]password=)[^&\s]*/g, '$1***');
  // the longest first: one may be part of another
  return longSecrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, secret) => words.replaceAll(secret, '***'), masked);
}
