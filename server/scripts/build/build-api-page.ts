import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ApiPage } from '../../../client/src/features/api-page/api-page';
import { API_PAGE, OWN_ADDRESS } from '../../lib/http/site';
import { viewApiPage } from './api-page.view-model';
import { readApiDescription } from './read-api-description';

/** The page about the API, as HTML that needs no script. @param head its styles @param address of the server */
export function apiPageHtml(head: string, address = OWN_ADDRESS): string {
  const page = renderToStaticMarkup(createElement(ApiPage, viewApiPage(readApiDescription(), address)));
  return `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="How other programs log booked hire trips and read them." />
    <meta name="color-scheme" content="light dark" />
    <title>API – BEA Trip Logging</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${head}
    <script type="module" src="/copy-lines.js"></script>
  </head>
  <body>${page}</body>
</html>
`;
}

/** Writes the page into a built client, with the styles of the app. */
export async function writeApiPage(client: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  const styles: string[] = manifest['index.html'].css;
  const head = styles.map((file) => `<link rel="stylesheet" href="/${file}" />`).join('\n    ');
  await writeFile(join(client, API_PAGE), apiPageHtml(head));
}
