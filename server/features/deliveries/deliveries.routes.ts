import {
  deliveryListSchema,
  deliverySchema,
  listDeliveriesQuerySchema,
  plannedDeliveriesSchema,
  remindersSchema,
} from '@shared/deliveries/deliveries';
import {
  createRecipientSchema,
  expiryRemindersSchema,
  recipientSchema,
  reportPreferencesSchema,
  updateRecipientSchema,
} from '@shared/deliveries/recipients';
import { idParams } from '@shared/fields';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { exportWork } from '../trips/export-limits';
import { listDeliveries } from './deliveries.repository';
import { listPlanned, sendAgain, sendTest } from './deliveries.service';
import { listRecipients } from './recipients/recipients.repository';
import {
  addRecipient,
  changeRecipient,
  changeReminders,
  changeReportPreferences,
  deleteRecipient,
  mailBudget,
  ofExpiries,
  readReportPreferences,
  restoreRecipient,
} from './recipients/recipients.service';

export function deliveriesRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put } = routesOf(deps, '/api/deliveries');

  get(
    '/',
    {
      summary: 'Lists the mails that were sent',
      query: listDeliveriesQuerySchema,
      answer: deliveryListSchema,
    },
    ({ query, call }) =>
      listDeliveries(call.db, call.holderId, { ...query, needsProof: deps.config.signInCodes }),
  );
  get(
    '/planned',
    { summary: 'Lists the mails that are planned', answer: plannedDeliveriesSchema },
    ({ call }) => listPlanned(call, deps),
  );
  put(
    '/reminders',
    { summary: 'Turns reminders of due dates on or off', body: remindersSchema, answer: remindersSchema },
    async ({ body, call }) => {
      const { sendReminders } = await changeReminders(call, { sendReminders: body.reminders });
      return { reminders: sendReminders };
    },
  );
  put(
    '/expiry-reminders',
    {
      summary: 'Chooses the reminders before something expires',
      body: expiryRemindersSchema,
      answer: expiryRemindersSchema,
    },
    async ({ body, call }) => ofExpiries(await changeReminders(call, body)),
  );
  post(
    '/test',
    { summary: 'Sends a test mail', answer: deliverySchema, status: 201, budget: mailBudget },
    ({ call }) => sendTest(call, deps),
  );
  post(
    '/:id/send-again',
    {
      summary: 'Sends a mail again',
      params: idParams,
      answer: deliverySchema,
      status: 201,
      work: exportWork,
      budget: mailBudget,
    },
    ({ params, call }) => sendAgain(call, deps, params.id),
  );
  return mounted;
}

export function recipientsRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, put, remove } = routesOf(deps, '/api/email-settings');

  get('/', { summary: 'Lists the recipients of reports', answer: z.array(recipientSchema) }, ({ call }) =>
    listRecipients(call.db, call.holderId),
  );
  post(
    '/',
    {
      summary: 'Adds a recipient of reports',
      body: createRecipientSchema,
      answer: recipientSchema,
      status: 201,
      budget: mailBudget,
    },
    ({ body, call }) => addRecipient(call, deps, body),
  );
  put(
    '/:id',
    {
      summary: 'Changes a recipient of reports',
      params: idParams,
      body: updateRecipientSchema,
      answer: recipientSchema,
    },
    ({ params, body, call }) => changeRecipient(call, params.id, body),
  );
  post(
    '/:id/restore',
    { summary: 'Brings a removed recipient of reports back', params: idParams, answer: recipientSchema },
    ({ params, call }) => restoreRecipient(call, deps, params.id),
  );
  remove('/:id', { summary: 'Removes a recipient of reports', params: idParams }, ({ params, call }) =>
    deleteRecipient(call, params.id),
  );
  return mounted;
}

/** How the holder's reports are sent (docs/product/settings.md#preferences). */
export function preferencesRoutes(deps: AppDeps): Mounted {
  const { mounted, get, put } = routesOf(deps, '/api/report-preferences');

  get('/', { summary: 'Reads how reports are sent', answer: reportPreferencesSchema }, ({ call }) =>
    readReportPreferences(call),
  );
  put(
    '/',
    {
      summary: 'Changes how reports are sent',
      body: reportPreferencesSchema,
      answer: reportPreferencesSchema,
    },
    ({ body, call }) => changeReportPreferences(call, body),
  );
  return mounted;
}
