import { deviceListSchema } from '@shared/devices';
import { idParams } from '@shared/fields';
import type { Router } from 'express';
import type { AppDeps } from '../../lib/deps';
import { routesOf } from '../../lib/http/route';
import { logEvent, logOf } from '../../lib/logger';
import { listOwnDevices, signOutDevice, signOutOthers } from './devices.service';

/** Where the holder is signed in (docs/product.md#devices). */
export function devicesRoutes(deps: AppDeps): Router {
  const { router, get, post, remove } = routesOf(deps);

  get('/', { answer: deviceListSchema }, ({ call, deviceId }) => listOwnDevices(call, deviceId));
  remove('/:id', { params: idParams }, async ({ params, call, req }) => {
    await signOutDevice(call, params.id);
    logEvent(logOf(req, deps.log), 'device-signed-out', { user: call.userId, devices: 1 });
  });
  post('/sign-out-others', {}, async ({ call, deviceId, req }) => {
    const devices = await signOutOthers(call, deviceId);
    if (devices > 0) logEvent(logOf(req, deps.log), 'device-signed-out', { user: call.userId, devices });
  });
  return router;
}
