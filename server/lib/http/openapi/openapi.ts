import type { AppDeps } from '../../deps';
import { type Mounted, routesOf } from '../route';
import { describeApi } from './describe-api';

/** The description of the API, for anyone; made when it is first asked for, because by then every route is declared. */
export function openApiRoutes(deps: AppDeps, types: Parameters<typeof describeApi>[1]): Mounted {
  const { mounted, open } = routesOf(deps, '/api');
  let text: string | undefined;
  open.get(
    '/openapi.json',
    { summary: 'Describes this API (OpenAPI 3.1)', answer: 'file', files: ['json'] },
    () => {
      text ??= JSON.stringify(describeApi(deps.declared ?? [], types));
      return { type: 'json', content: text };
    },
  );
  return mounted;
}
