import { demoOfferSchema, startDemoSchema } from '@shared/demo';
import { loginAnswerSchema } from '@shared/holders';
import { parse } from 'zod/mini';
import type { AppDeps } from '../../lib/deps';
import { NotFoundError } from '../../lib/errors';
import { clientAddress, readCookies } from '../../lib/http/cookies';
import { type Mounted, routesOf } from '../../lib/http/route';
import { sessions } from '../../lib/http/session';
import { networkOf } from '../../lib/throttle';
import { completeSignIn } from '../auth/auth.service';
import { startDemo } from './demo.service';
import { demoBudget } from './demo-limits';

export function demoRoutes(deps: AppDeps): Mounted {
  const { mounted, open } = routesOf(deps, '/api/demo');
  const { config, throttle } = deps;

  open.get('/', { summary: 'Tells whether a demo is offered', answer: demoOfferSchema }, () => ({
    isOffered: config.demo,
  }));
  open.post(
    '/',
    {
      summary: 'Starts a demo',
      before: [sessions(deps), readCookies(deps)],
      answer: loginAnswerSchema,
    },
    async ({ call, req }) => {
      if (!config.demo) throw new NotFoundError();
      // not declared: a request with a body would keep others waiting while it waits for its demo
      parse(startDemoSchema, req.body ?? {});
      const network = networkOf(clientAddress(req));
      await throttle.spend(demoBudget, network);
      return completeSignIn(call, deps, req, await startDemo(call, network), {
        way: 'demo',
        remember: false,
      });
    },
  );
  return mounted;
}
