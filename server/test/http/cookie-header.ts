/** The Cookie header of a browser that was sent these Set-Cookie headers. */
export const cookieHeader = (setCookies: unknown): string =>
  [setCookies ?? []]
    .flat()
    .map((line) => String(line).split(';', 1)[0])
    .join('; ');
