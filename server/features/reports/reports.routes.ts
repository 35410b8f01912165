import { Readable } from 'node:stream';
import { exampleAnnualData } from '@shared/api/examples';
import { periodQuerySchema } from '@shared/reports/lodgements';
import { annualPeriod, type Period, quarterPeriod } from '@shared/reports/report-periods';
import {
  annualDataInputSchema,
  annualReportSchema,
  PORTAL_PARTS,
  portalDataSchema,
  quarterlyReportSchema,
} from '@shared/reports/reports';
import { driverReportQuerySchema, hoursQuerySchema } from '@shared/shifts/hours';
import * as z from 'zod/mini';
import type { Call } from '../../lib/call';
import { inSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import type { WorkOf } from '../../lib/http/declaration';
import { type Mounted, routesOf } from '../../lib/http/route';
import { file, type SnapshotFile } from '../../lib/http/send-file';
import { exportWork } from '../trips/export-limits';
import { documentBudget, documentLimits, documentWork, formWork } from './document-limits';
import { renderDriverReport } from './driver/driver.service';
import { renderHours } from './hours/hours.service';
import { buildPortalData, portalCsv, portalFileName } from './portal/portal.view-model';
import { annualForm, annualJson, annualText, readReport, reportName, reportPdf } from './reports.service';

/** A report that lists every trip is as long as an export. */
const quarterlyWork: WorkOf = (body) => (body.detailedBreakdown === true ? exportWork : documentWork);
const annualDataWork: WorkOf = (body) => (body.trips === false ? documentWork : exportWork);

const portalPartParams = z.object({ part: z.enum(PORTAL_PARTS) });

export function reportsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post } = routesOf(deps, '/api/reports');
  const read = (call: Call, period: Period) => inSnapshot(call, (within) => readReport(within, period));
  const pdf = (period: Period, withTrips = false) =>
    file(`${reportName(period)}.pdf`, async (call) =>
      reportPdf(await readReport(call, period), deps, withTrips),
    );
  const portalData = async (call: Call, period: Period) =>
    buildPortalData((await read(call, period)).figures);

  post(
    '/quarterly',
    {
      summary: 'Makes the report of a quarter',
      body: quarterlyReportSchema,
      answer: 'file',
      files: ['pdf'],
      work: quarterlyWork,
      budget: documentBudget,
    },
    ({ body: { detailedBreakdown, ...quarter } }) => pdf(quarterPeriod(quarter), detailedBreakdown),
  );
  post(
    '/annual',
    {
      summary: 'Makes the report of a financial year',
      body: annualReportSchema,
      answer: 'file',
      files: ['pdf'],
      ...documentLimits,
    },
    ({ body }) => pdf(annualPeriod(body.financialYear)),
  );
  get(
    '/tmr-annual',
    {
      summary: 'Makes the annual report as text',
      query: annualReportSchema,
      answer: 'file',
      files: ['txt'],
      ...documentLimits,
    },
    async ({ query: { financialYear }, call }) => {
      const report = await read(call, annualPeriod(financialYear));
      return file(`tmr-annual-report-${financialYear}.txt`, annualText(report));
    },
  );
  post(
    '/tmr-filled-form',
    {
      summary: 'Fills in form F5320',
      body: annualReportSchema,
      refusals: [422],
      answer: 'file',
      files: ['pdf'],
      work: formWork,
      budget: documentBudget,
    },
    async ({ body: { financialYear }, call }) => {
      const report = await read(call, annualPeriod(financialYear));
      const form = await annualForm(report, deps);
      return file(`tmr-form-f5320-filled-${financialYear}.pdf`, Buffer.from(form));
    },
  );
  post(
    '/annual-data',
    {
      summary: 'Reads the annual figures, with the trips if asked for',
      body: annualDataInputSchema,
      answer: 'file',
      files: ['json'],
      work: annualDataWork,
      budget: documentBudget,
      token: 'read',
      example: { body: { financialYear: '2026-2027', trips: false }, answer: exampleAnnualData },
    },
    ({ body: { financialYear, trips } }) => ({
      type: 'json',
      content: async (call) => annualJson(await readReport(call, annualPeriod(financialYear)), trips),
    }),
  );
  get(
    '/portal-data',
    {
      summary: 'Reads the figures that a portal asks for',
      query: periodQuerySchema,
      answer: portalDataSchema,
      ...documentLimits,
    },
    ({ query, call }) => portalData(call, query),
  );
  get(
    '/portal-data/:part',
    {
      summary: 'Downloads one table of the figures that a portal asks for',
      params: portalPartParams,
      query: periodQuerySchema,
      answer: 'file',
      files: ['csv'],
      ...documentLimits,
    },
    async ({ params: { part }, query, call }) => {
      const text = portalCsv(await portalData(call, query), part);
      return file(portalFileName(query, part), Readable.from(text, { objectMode: false }));
    },
  );
  get(
    '/hours',
    {
      summary: 'Makes the report of hours',
      query: hoursQuerySchema,
      answer: 'file',
      files: ['pdf', 'csv', 'xlsx', 'json'],
      ...documentLimits,
    },
    ({ query }) => ofDays('hours', query, (call) => renderHours(call, deps, query)),
  );
  get(
    '/driver',
    {
      summary: 'Makes the report of a driver',
      query: driverReportQuerySchema,
      answer: 'file',
      files: ['pdf', 'csv', 'json'],
      work: exportWork,
      budget: documentBudget,
    },
    ({ query }) => ofDays('driver-report', query, (call) => renderDriverReport(call, deps, query)),
  );
  return mounted;
}

type OfDays = { from: string; to: string; format: string };

/** A download named by its days; JSON is no download. */
function ofDays(name: string, { from, to, format }: OfDays, content: SnapshotFile['content']): SnapshotFile {
  return format === 'json' ? { type: 'json', content } : file(`${name}-${from}-to-${to}.${format}`, content);
}
