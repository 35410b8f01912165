import { brisbaneDay, brisbaneTime, formatDay } from '@shared/periods';
import { parse } from 'csv-parse/sync';
import ExcelJS from 'exceljs';
import { bytesOf } from '../documents/as-buffer';
import { csvRows } from '../documents/csv-rows';
import { readPdf } from '../documents/pdf-reader';
import { unzipFiles } from '../documents/zip';
import type { SignedIn } from '../http/create-test-app';
import type { Days } from './truth';

export type Row = Record<string, string>;

/** The quarter whose documents are read, and the days that it has. */
const QUARTER = { report: 'quarterly', period: 'Q1-2026' };
export const DAYS: Days = { from: '2026-07-01', to: '2026-09-30' };

/** '14/07/2026 08:15', '2026-07-14 08:15' and an instant, all as '2026-07-14 08:15'; days likewise. */
export const asMoment = (text: string): string => {
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(text))
    return `${brisbaneDay(new Date(text))} ${brisbaneTime(new Date(text))}`;
  return text.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1');
};
/** '2026-07-14 08:15' as PDFs print it. */
export const printed = (moment: string): string => formatDay(moment.slice(0, 10)) + moment.slice(10);

async function workbookRows(file: Buffer): Promise<Row[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(new Uint8Array(file).buffer);
  const [, headings = [], ...rows] = (workbook.worksheets[0]?.getSheetValues() ?? []) as unknown[][];
  const cell = (value: unknown) =>
    value instanceof Date ? value.toISOString().slice(0, 16).replace('T', ' ') : String(value ?? '');
  return rows.map((row) =>
    Object.fromEntries(headings.map((heading, at) => [String(heading), cell(row[at])]).slice(1)),
  );
}

/** Takes every document of the quarter, and reads it as someone who was handed it would. */
export async function readDocuments({ agent }: SignedIn, people: readonly string[]) {
  const json = async (path: string, query = {}) => (await agent.get(path).query(query).expect(200)).body;
  const csv = async (path: string, query = {}) => csvRows(await bytesOf(agent.get(path).query(query)));
  const pdfLines = async (file: Buffer) => (await readPdf(file)).lines;

  const quarterly = await pdfLines(
    await bytesOf(
      agent.post('/api/reports/quarterly').send({ quarter: 'Q1', year: 2026, detailedBreakdown: true }),
    ),
  );
  const portal = await json('/api/reports/portal-data', QUARTER);
  const portalFiles: Record<string, string[][]> = {};
  for (const { id } of portal.parts) {
    const file = await bytesOf(agent.get(`/api/reports/portal-data/${id}`).query(QUARTER));
    portalFiles[id] = parse(file, { bom: true, from_line: 2 });
  }
  const inRecords = unzipFiles(
    await bytesOf(agent.get('/api/records').query({ startDate: DAYS.from, endDate: DAYS.to })),
  );
  const request = { receivedOn: '2026-11-10', asked: 'All records', firstDay: DAYS.from, lastDay: DAYS.to };
  const { body: asked } = await agent.post('/api/tmr-requests').send(request).expect(201);
  const inAnswer = unzipFiles(await bytesOf(agent.get(`/api/tmr-requests/${asked.id}/answer`)));
  const within = { startDate: DAYS.from, endDate: DAYS.to };
  const annual = await agent
    .post('/api/reports/annual-data')
    .send({ financialYear: '2026-2027' })
    .expect(200);
  const ofDrivers = [];
  for (const driverId of people) {
    const query = { driverId, ...DAYS };
    ofDrivers.push({
      driverId,
      json: await json('/api/reports/driver', { ...query, format: 'json' }),
      csv: await csv('/api/reports/driver', { ...query, format: 'csv' }),
      pdf: await pdfLines(await bytesOf(agent.get('/api/reports/driver').query({ ...query, format: 'pdf' }))),
    });
  }
  const hours = (format: string) => agent.get('/api/reports/hours').query({ ...DAYS, format });
  return {
    quarterly,
    portal,
    portalFiles,
    records: {
      csv: (name: string) => csvRows(inRecords[name] ?? ''),
      quarterly: await pdfLines(inRecords['reports/quarterly-report-Q1-2026.pdf'] as Buffer),
    },
    answer: { csv: (name: string) => csvRows(inAnswer[name] ?? '') },
    exports: {
      csv: await csv('/api/export/trips', { ...within, format: 'csv' }),
      workbook: await workbookRows(
        await bytesOf(agent.get('/api/export/trips').query({ ...within, format: 'excel' })),
      ),
    },
    annualTrips: annual.body.trips,
    ofDrivers,
    hours: {
      json: (await hours('json').expect(200)).body,
      csv: csvRows(await bytesOf(hours('csv'))),
      workbook: await workbookRows(await bytesOf(hours('xlsx'))),
      pdf: await pdfLines(await bytesOf(hours('pdf'))),
    },
    lists: {
      trips: (await json('/api/trips', { ...within, limit: 100 })).trips,
      shifts: await json('/api/shifts', DAYS),
    },
  };
}
export type Documents = Awaited<ReturnType<typeof readDocuments>>;
