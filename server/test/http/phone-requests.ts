import { buildTrip } from '../builders';
import { phoneCodeOf } from '../device-rows';
import type { FullHolder } from '../full-holder';
import { TEST_NOW } from './create-test-app';

type Owned = { own: FullHolder };

const byDriver = ({ own: { ids } }: Owned) => ({ params: { id: ids.driver } });
const code = ({ own: { ids } }: Owned) => ({ json: { code: phoneCodeOf(ids) } });
const heldKeys = ({ own: { ids } }: Owned) => ({
  json: { keys: [ids.heldTrip, ids.heldShift], beaHolderId: ids.holder },
});

/** Requests about drivers' own phones, and what waited on them. */
export const phoneRequests = {
  'POST /api/auth/phone/whose': code,
  'POST /api/auth/phone': code,
  'GET /api/drivers/phones': () => ({}),
  'GET /api/drivers/held': () => ({}),
  'POST /api/drivers/held': ({ own: { ids, newKey } }: Owned) => ({
    json: {
      records: [
        {
          key: newKey,
          loggedAt: TEST_NOW.toISOString(),
          trip: buildTrip(
            { id: ids.driver, driverAuthorityLicense: ids.licence },
            { vehicleId: ids.vehicle },
          ),
        },
      ],
      beaHolderId: ids.holder,
    },
  }),
  'POST /api/drivers/held/store': heldKeys,
  'POST /api/drivers/held/drop': heldKeys,
  'POST /api/drivers/:id/phone-codes': byDriver,
  'GET /api/drivers/:id/phones': byDriver,
  'DELETE /api/drivers/:id/phones/:phone': ({ own: { ids } }: Owned) => ({
    params: { id: ids.driver, phone: ids.phone },
  }),
};
