import { API_TYPES } from '@shared/api/api-types';
import { createApp } from '../../app';
import { connectDatabase } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import type { DeclaredRoute } from '../../lib/http/declaration';
import { type ApiDescription, describeApi } from '../../lib/http/openapi/describe-api';
import { deriveKeys } from '../../lib/keys';
import { createLogger } from '../../lib/logger';
import { COUNTED_ALREADY } from '../../lib/throttle';

/** The description of the API without a server: of what an app is built from, nothing is asked for anything when its routes are declared. */
export function readApiDescription(): ApiDescription {
  const declared: DeclaredRoute[] = [];
  const db = connectDatabase('postgres://localhost', { onError: () => {} });
  const deps: Partial<AppDeps> = {
    db,
    healthDb: db,
    keys: deriveKeys(['of no use to anyone']),
    log: createLogger('silent'),
    throttle: COUNTED_ALREADY,
    storage: {} as AppDeps['storage'],
    config: { publicUrl: 'http://localhost' } as AppDeps['config'],
    declared,
  };
  createApp(deps as AppDeps);
  return describeApi(declared, API_TYPES);
}
