import { createHash } from 'node:crypto';
import { DAY_MS } from '@shared/durations';
import { brisbaneInstant } from '@shared/periods';
import type { Lodgement } from '@shared/reports/lodgements';
import { lodgedDocuments, lodgements } from '@shared/tables/reports';
import { and, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import {
  removeLodgedDocuments,
  sweepLodgedDocuments,
} from '../../features/lodgements/lodged-documents.service';
import { buildTrip, insertDriver, insertTrip } from '../builders';
import { asBuffer } from '../documents/as-buffer';
import { pdfText } from '../documents/pdf-text';
import { unzipFiles } from '../documents/zip';
import { type SignedIn, TEST_NOW, type TestApp } from '../http/create-test-app';

const inQ1 = { datetime: brisbaneInstant('2026-08-15', '12:00').toISOString() };
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The rules of kept documents, for every store. */
export function describeLodgedDocuments(it: TestApp) {
  async function holderWithTrips() {
    const holder = await it.signIn();
    const driver = await insertDriver(it.db, holder.holderId, { driverAuthorityLicense: 'DA-7' });
    await insertTrip(it.db, driver, { ...inQ1, waitingTime: 4 });
    const trip = await insertTrip(it.db, driver, { ...inQ1, postcode: '4101', suburb: 'West End' });
    return { ...holder, driver, trip };
  }
  async function lodge({ agent }: SignedIn, period = 'Q1-2026'): Promise<Lodgement> {
    const { body } = await agent
      .post('/api/lodgements')
      .send({ report: 'quarterly', period, lodgedOn: '2026-10-20', reference: 'R-77' })
      .expect(201);
    return body;
  }
  const ask = ({ agent }: SignedIn, lodgementId: string, name: string) =>
    agent.get(`/api/lodgements/${lodgementId}/documents/${name}`).buffer(true).parse(asBuffer);
  async function recordsOf({ agent }: SignedIn): Promise<Record<string, Buffer>> {
    const { body } = await agent
      .get('/api/records')
      .query({ startDate: '2026-07-01', endDate: '2026-09-30' })
      .buffer(true)
      .parse(asBuffer)
      .expect(200);
    return unzipFiles(body);
  }
  async function keysOf({ holderId }: SignedIn): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of it.storage.list(`lodged/${holderId}/`)) keys.push(key);
    return keys.sort();
  }

  test('what was lodged is the same in the list, the download and the records, whatever is changed afterwards', async () => {
    const holder = await holderWithTrips();
    const asked = holder.agent.post('/api/reports/quarterly').send({ quarter: 'Q1', year: 2026 });
    const shown = (await asked.buffer(true).parse(asBuffer).expect(200)).body as Buffer;
    const lodgement = await lodge(holder);
    const { id, documents } = lodgement;
    expect(documents.map(({ name }) => name)).toEqual([
      'quarterly-report-Q1-2026.pdf',
      'areas-Q1-2026.csv',
      'drivers-Q1-2026.csv',
      'postcodes-Q1-2026.csv',
      'vehicles-Q1-2026.csv',
    ]);
    expect(documents[0]?.sha256).toBe(hashOf(shown));

    await holder.agent
      .put(`/api/trips/${holder.trip.id}`)
      .send(buildTrip(holder.driver, { ...inQ1, waitingTime: 600 }))
      .expect(200);
    await insertTrip(it.db, holder.driver, inQ1);
    await holder.agent.put('/api/profile').send({ ...holder.login, companyName: 'Other Cars' });
    it.setNow('2026-11-25T02:00:00Z');
    onTestFinished(() => it.setNow(TEST_NOW));

    const [listed] = (await holder.agent.get('/api/lodgements').expect(200)).body.lodgements as Lodgement[];
    expect(listed?.documents).toEqual(documents);
    const zipped = await recordsOf(holder);
    const downloads = new Map<string, Buffer>();
    for (const { name, size, sha256, mediaType } of documents) {
      const { body, headers } = await ask(holder, id, name).expect(200);
      expect(headers).toMatchObject({
        'content-type': mediaType,
        'content-disposition': expect.stringMatching(`^attachment; filename="?${name}"?$`),
        'cache-control': 'no-store, no-transform',
        etag: `"${sha256}"`,
      });
      expect([name, hashOf(body), body.length]).toEqual([name, sha256, size]);
      expect([name, hashOf(zipped[`lodged/Q1-2026-1/${name}`] ?? Buffer.alloc(0))]).toEqual([name, sha256]);
      downloads.set(name, body);
    }
    expect(String(zipped['lodged/SHA256SUMS.txt'])).toContain(
      `${documents[0]?.sha256}  Q1-2026-1/quarterly-report-Q1-2026.pdf\n`,
    );
    // made again it is another
    expect(hashOf(zipped['reports/quarterly-report-Q1-2026.pdf'] ?? Buffer.alloc(0))).not.toBe(
      documents[0]?.sha256,
    );

    const rows = linesOf(downloads.get('postcodes-Q1-2026.csv')).map((line) => line.split(','));
    const [stored] = await it.db.select().from(lodgements).where(eq(lodgements.id, id));
    const trips = rows.reduce((sum, [, count]) => sum + Number(count), 0);
    const waiting = rows.reduce((sum, [, count, average]) => sum + Number(count) * Number(average), 0);
    expect(stored?.figures).toMatchObject({ tripCount: trips, waitingTotal: waiting });
    expect(trips).toBe(2);
    expect(linesOf(downloads.get('drivers-Q1-2026.csv'))).toEqual(['DA-7,01/07/2025,']);
    expect(await pdfText(downloads.get('quarterly-report-Q1-2026.pdf') ?? shown)).toContain('4101');
  });

  test('a withdrawn lodgement keeps its documents, and the records mark it', async () => {
    const holder = await holderWithTrips();
    const first = await lodge(holder);
    await holder.agent.delete(`/api/lodgements/${first.id}`).expect(204);
    await insertTrip(it.db, holder.driver, inQ1);
    it.setNow('2026-11-21T02:01:00Z');
    onTestFinished(() => it.setNow(TEST_NOW));
    const second = await lodge(holder);
    await ask(holder, first.id, 'postcodes-Q1-2026.csv').expect(200);
    const files = await recordsOf(holder);
    const hashIn = (folder: string) => hashOf(files[`lodged/${folder}/postcodes-Q1-2026.csv`] as Buffer);
    const sha256Of = ({ documents }: Lodgement) =>
      documents.find(({ name }) => name.startsWith('postcodes'))?.sha256;
    expect([hashIn('Q1-2026-1-withdrawn'), hashIn('Q1-2026-2')]).toEqual([sha256Of(first), sha256Of(second)]);
    const [withdrawn, standing] = linesOf(files['lodgements.csv']);
    expect(withdrawn).toMatch(
      /^quarterly,Q1-2026,2026-10-20,R-77,\w{64},2026-11-21 12:00,Mary Jane Smith,2026-11-21 12:00,2,9,4.5,1,2,Q1-2026-1-withdrawn,/,
    );
    expect(standing).toMatch(/,2026-11-21 12:01,Mary Jane Smith,,3,14,4.7,1,2,Q1-2026-2,/);
    for (const { name, sha256 } of second.documents) expect(standing).toContain(`${name} ${sha256}`);
  });

  test('a damaged or missing document is said in words, and the other records go out anyway', async () => {
    const holder = await holderWithTrips();
    const { id } = await lodge(holder);
    const [, drivers = '', postcodes = ''] = await keysOf(holder);
    await it.storage.write(postcodes, Buffer.from('Postcode,Trips\r\n4066,99\r\n'), 'text/csv');
    await it.storage.remove(drivers);
    const refusals = [
      [
        'postcodes-Q1-2026.csv',
        'is no longer what was lodged: its SHA-256 is another. Ask the operator of this service to restore it from a backup.',
      ],
      [
        'drivers-Q1-2026.csv',
        'is missing from the store. Ask the operator of this service to restore it from a backup.',
      ],
    ] as const;
    const files = await recordsOf(holder);
    for (const [name, fault] of refusals) {
      const { body } = await ask(holder, id, name).expect(500);
      expect(JSON.parse(body)).toEqual({ message: `${name} ${fault}`, code: 'damaged' });
      expect(String(files[`lodged/Q1-2026-1/${name}.damaged.txt`])).toBe(`${name} ${fault}\r\n`);
      expect(files[`lodged/Q1-2026-1/${name}`]).toBeUndefined();
    }
    expect(files['lodged/Q1-2026-1/vehicles-Q1-2026.csv']).toBeDefined();
  });

  test('the nightly sweep removes what was stored for no lodgement, after a week, and never what was lodged', async () => {
    const holder = await holderWithTrips();
    const { id } = await lodge(holder);
    await holder.agent.delete(`/api/lodgements/${id}`).expect(204);
    const kept = await keysOf(holder);
    expect(kept).toHaveLength(5);
    const lost = `lodged/${holder.holderId}/lost/drivers-Q1-2026.csv`;
    await it.storage.write(lost, Buffer.from('lost'), 'text/csv');
    await sweepLodgedDocuments(it, new Date(Date.now() + 6 * DAY_MS));
    expect(await keysOf(holder)).toContain(lost);
    await sweepLodgedDocuments(it, new Date(Date.now() + 8 * DAY_MS));
    expect(await keysOf(holder)).toEqual(kept);
    await removeLodgedDocuments(it.storage, holder.holderId);
    expect(await keysOf(holder)).toEqual([]);
  });

  test('a lodgement that is refused stores no row, and no one changes one', async () => {
    const holder = await holderWithTrips();
    const { id } = await lodge(holder);
    const again = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
    await holder.agent.post('/api/lodgements').send(again).expect(409);
    const ofHolder = eq(lodgedDocuments.beaHolderId, holder.holderId);
    expect(await it.db.$count(lodgedDocuments, ofHolder)).toBe(5);
    expect(await it.db.$count(lodgedDocuments, and(ofHolder, eq(lodgedDocuments.lodgementId, id)))).toBe(5);
    for (const statement of ['update lodged_documents set size = 0', 'delete from lodged_documents'])
      await expect(it.asOwner(statement)).rejects.toThrow(/lodged_documents\w* is append-only/);
  });
}

const linesOf = (csv: Buffer | undefined) =>
  String(csv).replace('\ufeff', '').trimEnd().split('\r\n').slice(1);
