import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readApiDescription } from '../../scripts/build/read-api-description';
import { buildDriver } from '../builders';
import { createTestApp } from '../http/create-test-app';
import { makeToken } from '../http/pushing';

const it = createTestApp();
const FOLDER = resolve('.generated/typed-client');

/** What a programmer of a dispatch system would write, with types made from the description. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api';

export async function pushTwice(baseUrl: string, token: string, licence: string) {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
  const trip = { driverAuthorityLicense: licence, datetime: '2026-11-20T08:15:00+10:00', suburb: 'Toowong', postcode: '4066' };
  const path = { reference: 'B/1042' };
  const first = await api.PUT('/api/trips/by-reference/{reference}', { params: { path }, body: { ...trip, waitingTime: 5 } });
  const second = await api.PUT('/api/trips/by-reference/{reference}', { params: { path }, body: { ...trip, waitingTime: 7 } });
  // @ts-expect-error a field that is left out
  await api.PUT('/api/trips/by-reference/{reference}', { params: { path }, body: trip });
  const { data } = await api.GET('/api/trips', { params: { query: { search: 'B/1042' } } });
  // @ts-expect-error a misspelt path
  const { error } = await api.GET('/api/trip');
  const waits: (number | null)[] = data?.trips.map((listed) => listed.waitingTime) ?? [];
  return { outcomes: [first.data?.outcome, second.data?.outcome], waits, code: (error as { code: string }).code };
}
`;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  const types = await openapiTS(JSON.stringify(readApiDescription()));
  await writeFile(resolve(FOLDER, 'api.ts'), astToString(types));
  await writeFile(resolve(FOLDER, 'dispatch.ts'), PROGRAM);
}, 60_000);
afterAll(() => rm(FOLDER, { recursive: true }));

test('a typed client is made from the description, and finds mistakes before they are sent', () => {
  const program = ts.createProgram([resolve(FOLDER, 'dispatch.ts')], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(faults).toEqual([]);
}, 60_000);

test('its calls do what its types say', async () => {
  const { agent } = await it.signIn();
  const driver = buildDriver();
  await agent.post('/api/drivers').send(driver).expect(201);
  const { token } = await makeToken({ agent });
  const { pushTwice } = await import(resolve(FOLDER, 'dispatch.ts'));
  const address = it.server.address();
  const port = typeof address === 'object' && address?.port;
  expect(await pushTwice(`http://127.0.0.1:${port}`, token, driver.driverAuthorityLicense)).toEqual({
    outcomes: ['stored', 'corrected'],
    waits: [7],
    code: 'not-found',
  });
});
