import type { Config } from '../../config';

/** The long secrets of the configuration, as written and as meant. A gap in place of a short one would give it away. */
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

/** Removes the user and password of every address from a text, and masks long secrets. */
export function withoutSecrets(text: string, longSecrets: string[]): string {
  const masked = text.replace(/(:\/\/)[^\s"']*@/g, '$1***@').replace(/([?&]password=)[^&\s]*/g, '$1***');
  // the longest first: one may be part of another
  return longSecrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((words, secret) => words.replaceAll(secret, '***'), masked);
}
