import type { ImportPreview } from '@shared/imports/imports';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import { trips } from '@shared/tables/trips';
import { and, eq, isNull } from 'drizzle-orm';
import supertest from 'supertest';
import { expect } from 'vitest';
import type { createTestApp } from '../http/create-test-app';
import { makeToken } from '../http/pushing';
import { csvOf, holderWithFiles } from './holder-with-files';

export const HEADINGS = 'Date,Driver,Suburb,Wait (min),Status';
/** A row of the program's file. */
export const row = (
  day: number,
  { driver = 'Amy Young', suburb = 'Toowong', wait = '5', status = 'POB' } = {},
) => `${day}/07/2026 08:00,${driver},${suburb},${wait},${status}`;
export const fileOf = (...rows: string[]) => csvOf(HEADINGS, ...rows);

/** A holder who has imported one file, and whose program Dispatch sends others. */
export async function holderWithProgram(testApp: ReturnType<typeof createTestApp>) {
  const holder = await holderWithFiles(testApp);
  await holder.bring(fileOf(row(1)), { answers: { words: { status: { POB: 'trip' } }, blankWaits: '0' } });
  const [layout] = await holder.layouts();
  if (!layout) throw new Error('The layout is not remembered');
  const made = await makeToken(holder);
  const send = (file: string | Buffer, query: { layout?: string; fileName?: string } = {}) =>
    supertest(testApp.server)
      .post('/api/imports/files')
      .query({ layout: 'Fleet export', fileName: 'today.csv', ...query })
      .set({ Authorization: `Bearer ${made.token}`, 'Content-Type': 'text/csv' })
      .send(Buffer.from(file));
  const sent = async (...args: Parameters<typeof send>) => {
    const { body, status } = await send(...args);
    expect(status, body.message).toBe(200);
    return body;
  };
  const waiting = async () => (await holder.agent.get('/api/imports/waiting').expect(200)).body;
  /** Imports a waiting file, or a sheet of it, as a person does who answers what is asked. */
  const importWaiting = async (
    id: string,
    { columns, answers, ...reading }: Partial<Pick<ImportPreview, 'columns' | 'answers' | 'sheet'>> = {},
    newcomers?: NewcomerAnswers,
  ) => {
    const { body: file } = await holder.agent
      .get(`/api/imports/waiting/${id}/file`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => done(null, Buffer.concat(parts)));
      })
      .expect(200);
    const first = await holder.preview(file, reading);
    const chosen = {
      ...{ ...reading, columns: { ...first.columns, ...columns } },
      answers: { ...first.answers, ...answers },
      ...(newcomers && { newcomers }),
    };
    const { counts } = await holder.preview(file, chosen);
    const confirmed = { ...chosen, fileName: 'today.csv', tripCount: counts.ready, waiting: id };
    const { body, status } = await holder.post('/api/imports', file, {
      ...confirmed,
      changeCount: counts.differs,
    });
    expect(status, body.message).toBe(201);
  };
  const kept = () =>
    testApp.db.$count(trips, and(eq(trips.beaHolderId, holder.holderId), isNull(trips.deletedAt)));
  return { ...holder, layout, send, sent, waiting, importWaiting, kept };
}
