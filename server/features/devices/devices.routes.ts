import { deviceListSchema } from '@shared/devices';
import { idParams } from '@shared/fields';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { type Mounted, routesOf } from '../../lib/http/route';
import { logEvent, logOf } from '../../lib/logger';
import { listOwnDevices, signOutDevices } from './devices.service';

export function devicesRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api/devices');

  get(
    '/',
    { summary: 'Lists the devices where this person is signed in', answer: deviceListSchema },
    ({ call, deviceId }) => listOwnDevices(call, deviceId),
  );
  remove('/:id', { summary: 'Signs a device out', params: idParams }, async ({ params, call, req }) => {
    if ((await signOutDevices(call, { only: params.id })) === 0) throw new NotFoundError('Device not found');
    logEvent(logOf(req, deps.log), 'info', 'device-signed-out', { user: call.userId, devices: 1 });
  });
  post('/sign-out-others', { summary: 'Signs all other devices out' }, async ({ call, deviceId, req }) => {
    const devices = await signOutDevices(call, { except: deviceId });
    if (devices > 0)
      logEvent(logOf(req, deps.log), 'info', 'device-signed-out', { user: call.userId, devices });
  });
  return mounted;
}
