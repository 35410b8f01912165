import { idParams } from '@shared/fields';
import { calendarAddressSchema, calendarStateSchema } from '@shared/to-do/calendar';
import { toDoListSchema } from '@shared/to-do/to-do';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { clientAddress } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { networkOf } from '../../lib/throttle';
import { findAddress } from './calendar.repository';
import { deleteAddress, makeAddress, readCalendar } from './calendar.service';
import { listToDo } from './to-do.service';

export function toDoRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api');

  get('/to-do', { summary: 'Lists what is to do', answer: toDoListSchema }, ({ call }) => listToDo(call));
  get(
    '/calendar',
    { summary: 'Tells whether there is a calendar address', answer: calendarStateSchema },
    async ({ call }) => {
      const address = await findAddress(call.db, call.holderId);
      return { createdAt: address?.createdAt ?? null };
    },
  );
  post(
    '/calendar',
    { summary: 'Makes a new calendar address', answer: calendarAddressSchema, status: 201 },
    ({ call }) => makeAddress(call, deps),
  );
  remove('/calendar', { summary: 'Removes the calendar address' }, ({ call }) => deleteAddress(call));
  return mounted;
}

const calendarParams = z.object({ holderId: idParams.shape.id });

/** The file that a calendar program reads. The secret is in the query, which the log leaves out. */
export function calendarRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/calendar');
  open.get(
    '/:holderId.ics',
    { summary: 'Reads the calendar of due dates', params: calendarParams, answer: 'file' },
    async ({ params, call, req }) => ({
      type: 'text/calendar; charset=utf-8',
      content: await readCalendar(call, deps, {
        holderId: params.holderId,
        secret: typeof req.query.key === 'string' ? req.query.key : '',
        network: networkOf(clientAddress(req)),
      }),
      headers: { 'Cache-Control': 'private, max-age=900' },
    }),
  );
  return mounted;
}
