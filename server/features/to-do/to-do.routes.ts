import { idParams } from '@shared/fields';
import { calendarAddressSchema, calendarStateSchema } from '@shared/to-do/calendar';
import { toDoListSchema } from '@shared/to-do/to-do';
import { Router } from 'express';
import * as z from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { clientAddress } from '../../lib/http/cookies';
import { routesOf } from '../../lib/http/route';
import { networkOf } from '../../lib/throttle';
import { findAddress } from './calendar.repository';
import { deleteAddress, makeAddress, readCalendar } from './calendar.service';
import { listToDo } from './to-do.service';

export function toDoRoutes(deps: AppDeps): Router {
  const { router, get, post, remove } = routesOf(deps);

  get('/to-do', { answer: toDoListSchema }, ({ call }) => listToDo(call));
  get('/calendar', { answer: calendarStateSchema }, async ({ call }) => {
    const address = await findAddress(call.db, call.holderId);
    return { createdAt: address?.createdAt ?? null };
  });
  post('/calendar', { answer: calendarAddressSchema, status: 201 }, ({ call }) => makeAddress(call, deps));
  remove('/calendar', {}, ({ call }) => deleteAddress(call));
  return router;
}

const calendarParams = z.object({ holderId: idParams.shape.id });

/** The file that a calendar program reads. The secret is in the query, which the log leaves out. */
export function calendarRoutes(deps: AppDeps): Router {
  const { publicRoute } = routesOf(deps);
  return Router().get(
    '/:holderId.ics',
    publicRoute({ params: calendarParams, answer: 'file' }, async ({ params, call, req }) => ({
      type: 'text/calendar; charset=utf-8',
      content: await readCalendar(call, deps, {
        holderId: params.holderId,
        secret: typeof req.query.key === 'string' ? req.query.key : '',
        network: networkOf(clientAddress(req)),
      }),
      headers: { 'Cache-Control': 'private, max-age=900' },
    })),
  );
}
