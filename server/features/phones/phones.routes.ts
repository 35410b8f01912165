import { idParams } from '@shared/fields';
import { phoneSessionOf, phoneSessionSchema } from '@shared/holders';
import {
  driversPhonesSchema,
  heldKeysSchema,
  heldRecordsSchema,
  heldSettledSchema,
  holdRecordsSchema,
  phoneCodeSchema,
  phoneParams,
  phonesOfDriverSchema,
  usePhoneCodeSchema,
  whosePhoneSchema,
} from '@shared/phones';
import type { Request } from 'express';
import type { AppDeps } from '../../lib/deps';
import { browserOf, readCookies } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { sessions } from '../../lib/http/session';
import { logEvent, logHolder, logOf } from '../../lib/logger';
import { dropHeld, holdRecords, listHeldRecords, storeHeld } from './held.service';
import {
  endPhone,
  findOwnerOfCode,
  listDriverPhones,
  listDriversPhones,
  makePhoneCode,
  usePhoneCode,
} from './phones.service';

/** A browser becomes a driver's phone by a code, without anyone signed in. */
export function phoneSignInRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/api/auth');
  const { log } = deps;

  const ownerOf = (call: Parameters<typeof findOwnerOfCode>[0], req: Request, code: string) =>
    findOwnerOfCode(call, deps, browserOf(req, deps), code).catch((error) => {
      logEvent(logOf(req, log), 'warn', 'phone-refused', { code: error.code });
      throw error;
    });

  open.post(
    '/phone/whose',
    { summary: 'Tells whose phone a code is for', body: usePhoneCodeSchema, answer: whosePhoneSchema },
    async ({ body, call, req }) => {
      const { driver, holder } = await ownerOf(call, req, body.code);
      const ids = { holderId: holder.id, driverId: driver.id };
      return { ...ids, driverName: driver.name, companyName: holder.companyName };
    },
  );
  open.post(
    '/phone',
    {
      summary: "Makes this browser a driver's phone",
      before: [sessions(deps), readCookies(deps)],
      body: usePhoneCodeSchema,
      answer: phoneSessionSchema,
    },
    async ({ body, call, req }) => {
      const owner = await ownerOf(call, req, body.code);
      const { holder, driver } = owner;
      const { phoneId, isNew } = await usePhoneCode(call, deps, req, owner);
      logHolder(req, holder.id);
      if (isNew) logEvent(logOf(req, log), 'info', 'phone-added', { driver: driver.id, phone: phoneId });
      return phoneSessionOf(holder, driver);
    },
  );
  return mounted;
}

export function phonesRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api/drivers');
  const { log } = deps;

  get('/phones', { summary: 'Lists the phones of all drivers', answer: driversPhonesSchema }, ({ call }) =>
    listDriversPhones(call),
  );
  get(
    '/held',
    { summary: 'Lists what ended phones have handed in', answer: heldRecordsSchema, turn: 'large-answer' },
    ({ call }) => listHeldRecords(call),
  );
  post(
    '/held',
    { summary: 'Hands in what waited on an ended phone', body: holdRecordsSchema, onPhone: 'even-ended' },
    ({ body, call }) => holdRecords(call, body),
  );
  post(
    '/held/store',
    { summary: 'Stores what an ended phone has handed in', body: heldKeysSchema, answer: heldSettledSchema },
    ({ body, call }) => storeHeld(call, body.keys),
  );
  post(
    '/held/drop',
    { summary: 'Drops what an ended phone has handed in', body: heldKeysSchema, answer: heldSettledSchema },
    ({ body, call }) => dropHeld(call, body.keys),
  );
  post(
    '/:id/phone-codes',
    {
      summary: "Makes a code for a driver's phone",
      params: idParams,
      answer: phoneCodeSchema,
      status: 201,
      onPhone: 'open',
    },
    async ({ params, call, req }) => {
      const made = await makePhoneCode(call, deps, params.id);
      logEvent(logOf(req, log), 'info', 'phone-code', { driver: params.id });
      return made;
    },
  );
  get(
    '/:id/phones',
    { summary: "Lists a driver's phones", params: idParams, answer: phonesOfDriverSchema },
    ({ params, call }) => listDriverPhones(call, params.id),
  );
  remove(
    '/:id/phones/:phone',
    { summary: "Ends a driver's phone", params: phoneParams },
    async ({ params, call, req }) => {
      await endPhone(call, params.id, params.phone);
      logEvent(logOf(req, log), 'info', 'phone-ended', { driver: params.id, phone: params.phone });
    },
  );
  return mounted;
}
