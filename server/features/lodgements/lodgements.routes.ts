import { idParams } from '@shared/fields';
import {
  lodgedDocumentParams,
  lodgementChangesSchema,
  lodgementListSchema,
  lodgementSchema,
  lodgeSchema,
  notLodgedSchema,
} from '@shared/reports/lodgements';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { documentLimits } from '../reports/document-limits';
import { downloadLodgedDocument } from './lodged-documents.service';
import {
  answerNotLodged,
  changesSinceLodged,
  lodgementList,
  markAsLodged,
  withdrawLodgement,
} from './lodgements.service';

export function lodgementsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api/lodgements');

  get(
    '/',
    { summary: 'Lists the lodged reports, and the periods that are due', answer: lodgementListSchema },
    ({ call }) => lodgementList(call),
  );
  get(
    '/changes',
    {
      summary: 'Tells what has changed since reports were lodged',
      answer: lodgementChangesSchema,
      ...documentLimits,
    },
    ({ call }) => changesSinceLodged(call),
  );
  post(
    '/',
    {
      summary: 'Marks a report as lodged',
      body: lodgeSchema,
      answer: lodgementSchema,
      status: 201,
      ...documentLimits,
    },
    ({ body, call }) => markAsLodged(call, deps, body),
  );
  post(
    '/not-lodged',
    { summary: 'Says that a report is not lodged yet', body: notLodgedSchema },
    ({ body, call }) => answerNotLodged(call, body),
  );
  get(
    '/:id/documents/:name',
    {
      summary: 'Downloads a document as it was lodged',
      params: lodgedDocumentParams,
      answer: 'file',
      files: ['pdf', 'csv', 'xlsx', 'json', 'txt'],
      ...documentLimits,
    },
    async ({ params, call }) => {
      const { document, content } = await downloadLodgedDocument(call, deps, params);
      const { name, mediaType: type, sha256 } = document;
      // compressed they would be other bytes than those of the SHA-256
      const headers = { ETag: `"${sha256}"`, 'Cache-Control': 'no-store, no-transform' };
      return { name, type, content, headers };
    },
  );
  remove('/:id', { summary: 'Withdraws a lodgement', params: idParams }, ({ params, call }) =>
    withdrawLodgement(call, params.id),
  );
  return mounted;
}
