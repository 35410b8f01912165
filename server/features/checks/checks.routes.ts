import { checksSchema, lookedAtPeriodSchema, lookSchema } from '@shared/reports/checks';
import { periodQuerySchema } from '@shared/reports/lodgements';
import type { Period } from '@shared/reports/report-periods';
import type { AppDeps } from '../../lib/deps';
import { type Mounted, routesOf } from '../../lib/http/route';
import { documentWork } from '../reports/document-limits';
import { checkPeriod } from './checks.service';
import { storeLook, withLook } from './looks.service';

const listName = ({ kind, key }: Period) => `${kind} ${key}`;

export function checksRoutes(deps: AppDeps): Mounted {
  const { mounted, get, post } = routesOf(deps, '/api/checks');

  get(
    '/',
    {
      summary: 'Checks a period before its report is lodged',
      query: periodQuerySchema,
      answer: checksSchema,
      work: documentWork,
    },
    async ({ query, call }) => withLook(call, listName(query), await checkPeriod(call, query)),
  );
  post(
    '/looks',
    {
      summary: 'Notes that someone has looked at the checks of a period',
      body: lookedAtPeriodSchema,
      answer: lookSchema,
      status: 201,
      work: documentWork,
    },
    async ({ body: { period, seen }, call }) =>
      storeLook(call, listName(period), { seen, list: await checkPeriod(call, period) }),
  );
  return mounted;
}
