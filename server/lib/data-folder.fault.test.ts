import { lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildLogin } from '../test/builders';
import { plainPicture } from '../test/documents/pictures';
import { cookieHeader } from '../test/http/cookie-header';
import { startServer } from '../test/processes';
import { program } from '../test/program';

/** The files and folders in a folder, and itself, that others than their owner may read, write or enter. */
function openToOthers(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
  return paths.filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && !found.isSymbolicLink() && found.mode & 0o077;
  });
}

test.skipIf(process.platform === 'win32')(
  'what a server makes in its data folder is its own account’s alone',
  { timeout: 120_000 },
  async ({ onTestFinished }) => {
    const parent = await mkdtemp(join(tmpdir(), 'trip-log-modes-'));
    const dataDir = join(parent, 'data');
    const server = await startServer([program('index')], { DATABASE_URL: '', DATA_DIR: dataDir });
    onTestFinished(async () => {
      await server.stop();
      await rm(parent, { recursive: true });
    });
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildLogin()),
    });
    const headers = { Cookie: cookieHeader(login.headers.getSetCookie()) };
    const asked = await fetch(`${server.url}/api/objects/upload`, { method: 'POST', headers });
    const { uploadURL } = (await asked.json()) as { uploadURL: string };
    const body = new Uint8Array(await plainPicture(20, 10));
    const put = await fetch(uploadURL, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body });
    expect(put.status).toBe(200);

    const names = readdirSync(dataDir).toSorted();
    expect(names).toEqual(expect.arrayContaining(['objects', 'postgres', 'session-secret']));
    expect(openToOthers(dataDir)).toEqual([]);
  },
);
