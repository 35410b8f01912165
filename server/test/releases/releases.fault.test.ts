import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drivers } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { expect, type TestContext, test } from 'vitest';
import { backUp } from '../../lib/backup/backup';
import { restore } from '../../lib/backup/restore';
import { onlyRow } from '../../lib/database/db';
import { buildLogin } from '../builders';
import { expectWorks, fill } from '../backups/filled-installation';
import { cookieHeader } from '../http/cookie-header';
import { emptyInstallation, readShown, type Shown } from './shown';

const folderOf = (version: string) => join(import.meta.dirname, version);
const quiet = () => {};

/** An installation restored from a release's backup, as an operator restores one. */
async function openRestored(context: TestContext, backup: string) {
  const installation = await emptyInstallation(context);
  await restore(installation, backup, quiet);
  return installation.open();
}

const isWriting = process.env.RELEASE_DATA === 'write';

test.runIf(isWriting)('writes the data of this version', async (context) => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const folder = folderOf(version);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const installation = await emptyInstallation(context);
  const filled = await fill(await installation.open(), 100);
  const backup = join(folder, 'backup');
  await backUp(installation, backup, quiet);
  const { agent } = await openRestored(context, backup);
  const { ids, email } = filled.full;
  const logins = [filled.details, buildLogin({ beaNumber: ids.beaNumber, contactEmail: email })];
  const shown: Shown[] = [];
  for (const login of logins) shown.push(await readShown(agent, login));
  await writeFile(join(folder, 'shown.json'), `${JSON.stringify(shown)}\n`);
});

const versions = readdirSync(import.meta.dirname).filter((name) => /^\d+\.\d+\.\d+$/.test(name));

test.skipIf(isWriting).for(versions)(
  'this version shows what %s showed of its data, and goes on with it',
  async (version, context) => {
    const installation = await openRestored(context, join(folderOf(version), 'backup'));
    const { agent, db } = installation;
    const all: Shown[] = JSON.parse(readFileSync(join(folderOf(version), 'shown.json'), 'utf8'));
    expect(all).toHaveLength(2);
    for (const shown of all) {
      const now = await readShown(agent, shown.login);
      expect(now.files).toEqual(shown.files);
      // a later version may show more
      for (const [path, answer] of Object.entries(shown.answers))
        expect({ [path]: now.answers[path] }).toMatchObject({ [path]: answer });
      const login = await agent.post('/api/auth/login').send(shown.login).expect(200);
      const ofHolder = eq(drivers.beaHolderId, login.body.beaHolder.id);
      const driver = onlyRow(await db.select().from(drivers).where(ofHolder).limit(1));
      await expectWorks(installation, cookieHeader(login.headers['set-cookie']), driver);
    }
  },
);
