import { randomUUID } from 'node:crypto';
import type { ImportPreview } from '@shared/imports/imports';
import type { Layout } from '@shared/imports/layouts';
import type { NewcomerAnswers } from '@shared/imports/newcomers';
import { trips } from '@shared/tables/trips';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { insertDriver } from '../builders';
import type { createTestApp } from '../http/create-test-app';

type Reading = Partial<Pick<ImportPreview, 'columns' | 'answers' | 'sheet'>> & {
  layout?: 'ignore' | undefined;
  newcomers?: NewcomerAnswers;
};

/** A holder with the driver Amy Young, who imports files. */
export async function holderWithFiles(testApp: ReturnType<typeof createTestApp>) {
  const { agent, holderId } = await testApp.signIn();
  const amy = await insertDriver(testApp.db, holderId, {
    firstName: 'Amy',
    lastName: 'Young',
    driverAuthorityLicense: 'DA-1',
  });
  const post = (
    path: string,
    file: string | Buffer,
    { columns, answers, newcomers, ...query }: Reading & Record<string, unknown>,
  ) => {
    const contents = Buffer.from(file);
    const asked = agent
      .post(path)
      .query({ ...query, columns: JSON.stringify(columns), answers: JSON.stringify(answers) })
      .set('Idempotency-Key', randomUUID());
    return newcomers
      ? asked.send({ file: contents.toString('base64'), newcomers })
      : asked.set('Content-Type', 'text/csv').send(contents);
  };
  const preview = async (file: string | Buffer, reading: Reading = {}): Promise<ImportPreview> => {
    const { body, status } = await post('/api/imports/preview', file, reading);
    expect(status, body.message).toBe(200);
    return body;
  };
  /** Imports a file as a person does: looks, answers what is asked, looks again, and imports what is ready. */
  const bring = async (
    file: string | Buffer,
    { onlyColumns, ...reading }: Reading & { onlyColumns?: ImportPreview['columns'] } = {},
    fileName = 'Fleet export.csv',
  ) => {
    const first = await preview(file, {
      layout: reading.layout,
      ...(reading.sheet && { sheet: reading.sheet }),
    });
    const columns = onlyColumns ?? { ...first.columns, ...reading.columns };
    const answers = { ...first.answers, ...reading.answers };
    const { counts, sheet } = await preview(file, { ...reading, columns, answers });
    const confirmed = { ...reading, fileName, tripCount: counts.ready, sheet, columns, answers };
    const { body, status } = await post('/api/imports', file, confirmed);
    expect(status, body.message).toBe(201);
    return body;
  };
  const layouts = async (): Promise<Layout[]> => (await agent.get('/api/imports/layouts').expect(200)).body;
  const storedTrips = () =>
    testApp.db
      .select({ datetime: trips.datetime, waitingTime: trips.waitingTime, notes: trips.notes })
      .from(trips)
      .where(and(eq(trips.beaHolderId, holderId), isNotNull(trips.importId)))
      .orderBy(asc(trips.datetime));
  return { agent, holderId, amy, preview, post, bring, layouts, storedTrips };
}

/** The questions and words of a preview that have no answer. */
export const asked = ({ questions, answers, words }: ImportPreview) => [
  ...questions.filter(({ name }) => answers[name] === undefined).map(({ name }) => name),
  ...words.filter(({ becomes }) => becomes === null).map(({ word }) => word),
];

export const csvOf = (headings: string, ...rows: string[]) => [headings, ...rows].join('\r\n');
