import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import type pg from 'pg';
import { type Folders, freeBytes, LOW_BYTES } from '../../disk-space';
import type { Work, WorkOutcome } from '../../work/kinds';
import { sharedReading } from './metrics-server';
import { collectProcess, followFigures } from './process-figures';

/** Figures of the whole installation that a feature reads from the database. */
export type SharedFigures = {
  /** What each gauge shows, by its name. */
  gauges: Record<string, string>;
  /** @returns the values by gauge and state */
  read: () => Promise<Record<string, Record<string, number>>>;
};

type Sources = {
  pool: pg.Pool;
  work: Pick<Work, 'load'>;
  figures: SharedFigures;
  /** When the newest backup was made, where they are made by night. */
  newestBackup?: (() => Promise<Date | undefined>) | undefined;
  /** Whose disks are looked at. */
  folders: Folders;
};

/** What a process measures of itself, and of those that it starts, in the form that Prometheus reads. */
export type Metrics = {
  /** Measures requests; stands before everything else. */
  observe: RequestHandler;
  /** Counts a piece of heavy work. */
  countWork(kind: string, outcome: WorkOutcome): void;
  /** Adds the figures of a process that this one has started. */
  follow(child: ChildProcess): void;
  /** From then on these are read whenever someone asks for the figures. */
  watch(sources: Sources): void;
  read(): Promise<string>;
};

/** A trip is logged in a few milliseconds, a document made in up to a minute. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Figures of the database are left out when it does not answer in this time, so that all others can be read. */
const FIGURES_MS = 1_000;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
/** What is no method or route of the app: files, and whatever strangers make up. */
const OTHER = 'other';

/** Follows which route a request matches, as its template: Express forgets where a route is mounted as soon as it throws. */
function followRoute(req: Request): () => string {
  let route: { path: string } | undefined;
  let template = OTHER;
  Object.defineProperty(req, 'route', {
    configurable: true,
    enumerable: true,
    get: () => route,
    set(matched: { path: string }) {
      route = matched;
      // where a router is mounted is text without parameters, which requests may write in any case
      template = `${req.baseUrl.toLowerCase()}${matched.path}`.replace(/(?<=.)\/$/, '');
    },
  });
  return () => template;
}

/**
 * Measures this process. A worker of a cluster answers its primary, which adds up the figures of all (`clusterMetrics`).
 * prom-client is loaded only where someone wants figures.
 */
export async function createMetrics(): Promise<Metrics> {
  const { AggregatorRegistry, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  await collectProcess(registry, 'web');
  const other = followFigures();
  const readAll = async () =>
    AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...other.read()]);
  if (cluster.isWorker) {
    const getMetricsAsJSON = async () => (await readAll()).getMetricsAsJSON();
    AggregatorRegistry.setRegistries(Object.assign(new Registry(), { getMetricsAsJSON }));
    // begins to listen to the primary
    new AggregatorRegistry();
  }
  const latency = new Histogram({
    name: 'triplog_request_seconds',
    help: 'How long requests took, until the last byte of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const ended = new Counter({
    name: 'triplog_heavy_work_ended_total',
    help: 'Heavy work that was done, or ended otherwise',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const diskFull = new Counter({
    name: 'triplog_disk_full_total',
    help: 'Requests that failed because a disk was full',
    registers,
  });
  return {
    countWork: (kind, outcome) => ended.inc({ kind, outcome }),
    follow: other.follow,
    observe(req, res, next) {
      const began = performance.now();
      const template = followRoute(req);
      res.once('close', () => {
        const labels = {
          method: METHODS.includes(req.method) ? req.method : OTHER,
          route: template(),
          status: res.writableFinished ? `${Math.trunc(res.statusCode / 100)}xx` : 'broken',
        };
        if (res.statusCode === 507) diskFull.inc();
        latency.observe(labels, (performance.now() - began) / 1000);
      });
      next();
    },
    watch({ pool, work, figures, newestBackup, folders }) {
      new Gauge({
        name: 'triplog_database_connections',
        help: 'Connections to the database, and requests that wait for one',
        labelNames: ['state'],
        registers,
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      });
      new Gauge({
        name: 'triplog_heavy_work',
        help: 'Heavy work that is under way, or waits for its turn',
        labelNames: ['kind', 'state'],
        registers,
        collect() {
          for (const { kind, running, waiting } of work.load()) {
            this.set({ kind, state: 'running' }, running);
            this.set({ kind, state: 'waiting' }, waiting);
          }
        },
      });
      const readInTime = sharedWithin(FIGURES_MS, figures.read);
      for (const [name, help] of Object.entries(figures.gauges)) {
        new Gauge({
          name,
          help,
          labelNames: ['state'],
          registers,
          // every process knows the same, and one may have been answered later than the others
          aggregator: 'max',
          async collect() {
            const read = await readInTime();
            this.reset();
            for (const [state, value] of Object.entries(read?.[name] ?? {})) this.set({ state }, value);
          },
        });
      }
      new Gauge({
        name: 'triplog_disk_free_bytes',
        help: 'How much room the disks of folders have left',
        labelNames: ['disk'],
        registers,
        aggregator: 'min',
        async collect() {
          this.reset();
          for (const [disk, folder] of Object.entries(folders)) {
            const free = await freeBytes(folder).catch(() => undefined);
            if (free !== undefined) this.set({ disk }, free);
          }
        },
      });
      new Gauge({
        name: 'triplog_disk_low_bytes',
        help: 'With less room than this the log warns, and npm run doctor',
        registers,
        aggregator: 'max',
      }).set(LOW_BYTES);
      if (!newestBackup) return;
      new Gauge({
        name: 'triplog_backup_timestamp_seconds',
        help: 'When the newest backup was made, in Unix time; 0 where there is none',
        registers,
        aggregator: 'max',
        async collect() {
          this.set(((await newestBackup())?.getTime() ?? 0) / 1000);
        },
      });
    },
    read: async () => (await readAll()).metrics(),
  };
}

/** Reads once for all who ask meanwhile; answers undefined when that fails or takes too long, and the next who asks awaits the same. */
function sharedWithin<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T | undefined> {
  const readTogether = sharedReading(() => read().catch(() => undefined));
  return () => Promise.race([readTogether(), sleep(milliseconds, undefined, { ref: false })]);
}

/** Reads the figures of all workers of this process, added up. @throws Error when one does not answer */
export async function clusterMetrics(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}
