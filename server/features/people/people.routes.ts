import { idParams } from '@shared/fields';
import { addPersonSchema, peopleSchema, personSchema } from '@shared/people';
import type { AppDeps } from '../../lib/deps';
import { browserOf } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { logEvent, logOf } from '../../lib/logger';
import { assertRecentSignIn } from '../auth/auth.service';
import { addPerson, listOwnPeople, removePerson } from './people.service';

export function peopleRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post, remove } = routesOf(deps, '/api/people');
  const { signInCodes } = deps.config;

  get(
    '/',
    { summary: 'Lists the people who may sign in', answer: peopleSchema },
    async ({ call, holder }) => ({
      signInCodes,
      people: await listOwnPeople(call, holder),
    }),
  );
  post(
    '/',
    { summary: 'Adds a person who may sign in', body: addPersonSchema, answer: personSchema, status: 201 },
    async ({ body, call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      const added = await addPerson(call, deps, body, browserOf(req, deps));
      logEvent(logOf(req, deps.log), 'info', 'person-added', { user: call.userId, person: added.id });
      return added;
    },
  );
  remove(
    '/:id',
    { summary: 'Removes a person', params: idParams },
    async ({ params, call, provedAt, req }) => {
      assertRecentSignIn(provedAt, call.now);
      await removePerson(call, params.id);
      logEvent(logOf(req, deps.log), 'info', 'person-removed', { user: call.userId, person: params.id });
    },
  );
  return mounted;
}
