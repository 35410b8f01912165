import { Readable } from 'node:stream';
import { readPeriod, reportOfPeriodSchema } from '@shared/reports/lodgements';
import {
  annualDataInputSchema,
  annualReportSchema,
  PORTAL_PARTS,
  quarterlyReportSchema,
} from '@shared/reports/reports';
import { type Response, Router } from 'express';
import * as z from 'zod/mini';
import { type Snapshot, withSnapshot } from '../../lib/database/snapshot';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { sendStream } from '../../lib/http/send-stream';
import { signedIn } from '../../lib/http/session';
import { validate } from '../../lib/http/validate';
import { csvText } from '../../lib/spreadsheets/csv';
import { renderAnnualText } from './annual/annual.text';
import { annualData } from './annual/annual.view-model';
import { portalCsvColumns } from './portal/portal.view-model';
import {
  annualDataWithTrips,
  annualForm,
  annualReport,
  portalData,
  quarterlyPdf,
  reportPdf,
} from './reports.service';

const portalPartParams = z.object({ part: z.enum(PORTAL_PARTS) });

export function reportsRoutes({ db, storage, clock, config }: AppDeps): Router {
  const send = (res: Response, render: (snapshot: Snapshot) => Promise<Readable>) =>
    withSnapshot(db, async (snapshot) => sendStream(await render(snapshot), res));

  return Router()
    .post(
      '/quarterly',
      validate({ body: quarterlyReportSchema }, async ({ body }, _req, res) => {
        const { detailedBreakdown: detailed, ...quarter } = body;
        const options = { quarter, detailed, now: clock(), storage };
        res.attachment(`quarterly-report-${quarter.quarter}-${quarter.year}.pdf`);
        await send(res, (snapshot) => quarterlyPdf(snapshot, signedIn(res).holderId, options));
      }),
    )
    .post(
      '/annual',
      validate({ body: annualReportSchema }, async ({ body: { financialYear } }, _req, res) => {
        const { holderId } = signedIn(res);
        const period = { report: 'annual', financialYear } as const;
        res.attachment(`annual-report-${financialYear}.pdf`);
        await send(res, ({ db }) => reportPdf(db, holderId, period, { now: clock(), storage }));
      }),
    )
    .get(
      '/tmr-annual',
      validate({ query: annualReportSchema }, async ({ query: { financialYear } }, _req, res) => {
        const report = await annualReport(db, signedIn(res).holderId, financialYear, clock());
        res.attachment(`tmr-annual-report-${financialYear}.txt`).send(renderAnnualText(report));
      }),
    )
    .post(
      '/tmr-filled-form',
      validate({ body: annualReportSchema }, async ({ body: { financialYear } }, _req, res) => {
        const options = { financialYear, now: clock(), storage, f5320Template: config.f5320Template };
        const form = await annualForm(db, signedIn(res).holderId, options);
        res.attachment(`tmr-form-f5320-filled-${financialYear}.pdf`).send(Buffer.from(form));
      }),
    )
    .post(
      '/annual-data',
      validate({ body: annualDataInputSchema }, async ({ body: { financialYear, trips } }, _req, res) => {
        const { holderId } = signedIn(res);
        if (!trips) return res.json(annualData(await annualReport(db, holderId, financialYear, clock())));
        res.type('json');
        await send(res, (snapshot) =>
          annualDataWithTrips(snapshot, holderId, { financialYear, now: clock() }),
        );
      }),
    )
    .get(
      '/portal-data',
      validate({ query: reportOfPeriodSchema }, async ({ query }, _req, res) => {
        res.json(await portalData(db, signedIn(res).holderId, readPeriod(query)));
      }),
    )
    .get(
      '/portal-data/:part',
      validate(
        { params: portalPartParams, query: reportOfPeriodSchema },
        async ({ params, query }, _req, res) => {
          const { parts } = await portalData(db, signedIn(res).holderId, readPeriod(query));
          const [part] = parts.filter(({ id }) => id === params.part);
          if (!part) throw new NotFoundError();
          res.attachment(`${part.id}-${query.period}.csv`);
          const text = csvText(portalCsvColumns(part), part.rows);
          await sendStream(Readable.from(text, { objectMode: false }), res);
        },
      ),
    );
}
