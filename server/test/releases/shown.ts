import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DeliveryList } from '@shared/deliveries/deliveries';
import type { Login } from '@shared/holders';
import type { LodgementList } from '@shared/reports/lodgements';
import { expect, type TestContext } from 'vitest';
import { createDiskStore } from '../../lib/storage/disk-object-store';
import { openInstallation, type TestInstallation, temporaryFolder } from '../backups/filled-installation';
import { installationOf, SECRETS } from '../backups/installations';
import { asBuffer } from '../documents/as-buffer';
import { ownedDatabase } from '../postgres/owned-database';

const LODGEMENTS = '/api/lodgements';
const DELIVERIES = '/api/deliveries';
/** Facts and figures, which every later version must show alike; advice may change. */
const ANSWERS = [
  '/api/profile',
  '/api/people',
  '/api/tokens',
  '/api/passkeys',
  '/api/drivers',
  '/api/drivers/phones',
  '/api/vehicles',
  '/api/trips?limit=10',
  '/api/trips/deleted',
  '/api/shifts?from=2026-07-01&to=2026-11-21',
  '/api/shifts/open',
  '/api/statistics',
  '/api/statistics/months',
  '/api/top-locations',
  '/api/areas/places',
  '/api/reports/portal-data?report=annual&period=2025-2026',
  '/api/reports/portal-data?report=quarterly&period=Q1-2026',
  LODGEMENTS,
  DELIVERIES,
  '/api/tmr-requests',
  '/api/email-settings',
  '/api/report-preferences',
  '/api/imports',
  '/api/imports/layouts',
  '/api/activity',
];

/** What a holder's people are shown: answers by path, and the SHA-256 of each kept file. */
export type Shown = { login: Login; answers: Record<string, unknown>; files: Record<string, string> };

export async function readShown(agent: TestInstallation['agent'], login: Login): Promise<Shown> {
  const { body: me } = await agent.post('/api/auth/login').send(login).expect(200);
  const answers: Shown['answers'] = {};
  for (const path of ANSWERS) {
    const { status, body } = await agent.get(path).expect('Content-Type', /json/);
    expect({ path, status, message: body.message }).toEqual({ path, status: 200 });
    answers[path] = body;
  }
  const sent = answers[DELIVERIES] as DeliveryList;
  // of this very sign-in
  sent.deliveries = sent.deliveries.filter(({ kind }) => kind !== 'new-device');
  const { lodgements } = answers[LODGEMENTS] as LodgementList;
  const kept = lodgements.flatMap(({ id, documents }) =>
    documents.map(({ name }) => `${LODGEMENTS}/${id}/documents/${name}`),
  );
  const files: Shown['files'] = {};
  for (const path of [me.beaHolder.logoUrl, ...kept]) {
    const { body } = await agent.get(path).buffer(true).parse(asBuffer).expect(200);
    files[path] = createHash('sha256').update(body).digest('hex');
  }
  return { login, answers, files };
}

/** An installation whose database is empty; `open` makes what tables it lacks and serves it. */
export async function emptyInstallation(context: TestContext) {
  const urls = await ownedDatabase(context);
  const DATA_DIR = await temporaryFolder(context);
  const database = { DATABASE_URL: urls.url, MIGRATIONS_DATABASE_URL: urls.ownerUrl };
  return {
    ...installationOf(urls, createDiskStore(join(DATA_DIR, 'objects'), [])),
    open: () => openInstallation(context, { ...database, DATA_DIR, SESSION_SECRET: String(SECRETS) }),
  };
}
