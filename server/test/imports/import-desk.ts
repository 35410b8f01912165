import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@shared/durations';
import type { ImportAnswers, ImportPreview, TripImport, UndoneImport } from '@shared/imports/imports';
import { answersAsShown } from '@shared/imports/newcomers';
import { asBuffer } from '../documents/as-buffer';
import type { TestApp } from '../http/create-test-app';

/** A person who imports files, exports and undoes, each act a minute after the one before. */
export async function importDesk(testApp: TestApp) {
  const signedIn = await testApp.signIn();
  const { agent } = signedIn;
  const tick = () => testApp.setNow(new Date(testApp.deps.clock().getTime() + MINUTE_MS));
  const asFile = (file: Buffer | string) => Buffer.from(file);

  async function preview(file: Buffer | string, answers: ImportAnswers = {}): Promise<ImportPreview> {
    const { body } = await agent
      .post('/api/imports/preview')
      .query({ answers: JSON.stringify(answers) })
      .set('Content-Type', 'text/csv')
      .send(asFile(file))
      .expect(200);
    return body;
  }

  const confirm = (
    file: Buffer | string,
    { columns, answers, counts, newcomers }: ImportPreview,
    changeCount = counts.differs,
  ) => {
    const request = agent
      .post('/api/imports')
      .query({ fileName: 'trips.csv', columns: JSON.stringify(columns), answers: JSON.stringify(answers) })
      .query({ tripCount: counts.ready, changeCount })
      .set('Idempotency-Key', randomUUID());
    return newcomers.drivers.length + newcomers.vehicles.length === 0
      ? request.set('Content-Type', 'text/csv').send(asFile(file))
      : request.send({ file: asFile(file).toString('base64'), newcomers: answersAsShown(newcomers) });
  };

  return {
    ...signedIn,
    tick,
    preview,
    confirm,
    /** Imports what a preview shows, the corrections too. */
    async importFile(file: Buffer | string, answers: ImportAnswers = {}): Promise<TripImport> {
      tick();
      return (await confirm(file, await preview(file, answers)).expect(201)).body;
    },
    async undo(id: string): Promise<UndoneImport> {
      tick();
      return (await agent.post(`/api/imports/${id}/undo`).expect(200)).body;
    },
    async exported(format: 'csv' | 'excel' = 'csv'): Promise<Buffer> {
      const download = agent.get('/api/export/trips').query({ format }).buffer().parse(asBuffer);
      return (await download.expect(200)).body;
    },
  };
}
