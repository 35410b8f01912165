import type { Logger } from 'pino';
import type { Config } from '../config';
import type { Clock } from './clock';
import type { Database } from './database/db';
import type { DeclaredRoute } from './http/declaration';
import type { Metrics } from './http/metrics';
import type { Keys } from './keys';
import type { Mailer } from './mail/mailer';
import type { ObjectStore } from './storage/object-store';
import type { Throttle } from './throttle';
import type { Work } from './work/kinds';

/** Everything the app is built from; tests pass their own clock, database, storage and mailer. */
export type AppDeps = {
  db: Database;
  /** A separate connection, so that health checks never wait behind other work. */
  healthDb: Database;
  storage: ObjectStore;
  mailer: Mailer;
  clock: Clock;
  log: Logger;
  config: Pick<
    Config,
    | 'demo'
    | 'selfRegistration'
    | 'signInCodes'
    | 'trustProxy'
    | 'publicUrl'
    | 'checkAnswers'
    | 'mailPerHour'
    | 'mailPerHolderADay'
    | 'maxDrivers'
    | 'maxRecipients'
  >;
  keys: Keys;
  throttle: Throttle;
  /** Fair turns, and processes for heavy work; without it every request is handled here and at once. */
  work?: Work;
  /** The cost of hashing a code, N of scrypt, where it is not that of production: tests hash thousands. */
  codeCost?: number | undefined;
  /** The folder of requests and answers on their way; `/readyz` looks at no disk without it. */
  spoolFolder?: string;
  /** Gets every route that is declared, for the description of the API. */
  declared?: DeclaredRoute[];
  observe?: Metrics['observe'] | undefined;
  /** `stopping` is set once the process was told to stop; `underWay` is what it then still waits for (lib/http/after-answer.ts). */
  lifecycle: { stopping: boolean; underWay: Set<Promise<void>> };
};
