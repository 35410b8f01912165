import { exampleLayout, exampleSentFile } from '@shared/api/examples';
import { idParams } from '@shared/fields';
import { sentFileAnswerSchema, sentFileQuerySchema, waitingFileSchema } from '@shared/imports/waiting-files';
import * as z from 'zod/mini';
import type { AppDeps } from '../../../lib/deps';
import { type Mounted, routesOf } from '../../../lib/http/route';
import { isWorkbook } from '../../../lib/spreadsheets/spreadsheet';
import { spreadsheetUpload } from '../../trips/import-limits';
import { listWaitingFiles } from '../waiting/waiting-files.repository';
import { discardWaitingFile, readWaitingFile } from '../waiting/waiting-files.service';
import { storeSent } from './sent-files.service';

/** Files that programs send (docs/product/api.md#files). They are request bodies: mount it before the middleware that refuses all but JSON. */
export function sentFilesRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api/imports');

  post(
    '/files',
    {
      ...spreadsheetUpload,
      summary: 'Imports a file by a remembered layout',
      token: 'log-trips',
      query: sentFileQuerySchema,
      // the page at /api tells people to send it
      example: {
        query: { layout: exampleLayout.name, fileName: 'trips.csv' },
        answer: exampleSentFile,
      },
      answer: sentFileAnswerSchema,
    },
    ({ query, body, call }) => storeSent(call, deps, body, query),
  );
  get(
    '/waiting',
    { summary: 'Lists files that wait for answers', answer: z.array(waitingFileSchema) },
    ({ call }) => listWaitingFiles(call.db, call.holderId),
  );
  get(
    '/waiting/:id/file',
    {
      summary: 'Reads a file that waits for answers',
      params: idParams,
      answer: 'file',
      files: ['csv', 'xlsx'],
    },
    async ({ params, call }) => {
      const { fileName, file } = await readWaitingFile(call, params.id);
      return { type: isWorkbook(file) ? '.xlsx' : '.csv', content: file, name: fileName };
    },
  );
  remove(
    '/waiting/:id',
    { summary: 'Discards a file that waits for answers', params: idParams },
    ({ params, call }) => discardWaitingFile(call, params.id),
  );
  return mounted;
}
