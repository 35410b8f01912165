import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { GaugeConfiguration, Registry } from 'prom-client';
import { isLoopback } from '../../config';
import { type Folders, freeBytes, LOW_BYTES } from '../disk-space';
import type { Work, WorkOutcome } from '../work/kinds';
import { hostOf } from './security';

/** Figures of the installation that a feature reads: what each gauge shows, and values by gauge and state. */
export type SharedFigures = {
  gauges: Record<string, string>;
  read: () => Promise<Record<string, Record<string, number>>>;
};

type Sources = {
  pool: pg.Pool;
  work: Pick<Work, 'load'>;
  figures: SharedFigures;
  /** When the newest backup was made, where they are made by night. */
  newestBackup?: (() => Promise<Date | undefined>) | undefined;
  folders: Folders;
};

/** Measures of a process and of those that it starts, in the form that Prometheus reads. */
export type Metrics = Awaited<ReturnType<typeof createMetrics>>;

/** Figures as prom-client hands them from one process to another. */
type MetricFigures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A trip is logged in a few milliseconds, a document made in up to a minute. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Figures of the database are left out when it does not answer in this time, so that all others can be read. */
const FIGURES_MS = 1_000;
const TELL_MS = 5_000;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];
/** The label of requests to files and of methods and paths that strangers make up. */
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
      // requests may write the mount path, which has no parameters, in any case
      template = `${req.baseUrl.toLowerCase()}${matched.path}`.replace(/(?<=.)\/$/, '');
    },
  });
  return () => template;
}

/** Measures this process; a worker's primary adds up the figures of all. prom-client is loaded only where someone wants figures. */
export async function createMetrics() {
  const { AggregatorRegistry, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  await collectProcess(registry, 'web');
  const latest = new Map<ChildProcess, MetricFigures>();
  const readAll = async () =>
    AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...latest.values()]);
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
  const gauge = <Label extends string>(
    name: string,
    help: string,
    options: Partial<GaugeConfiguration<Label>> = {},
  ) => new Gauge({ name, help, registers, ...options });
  const observe: RequestHandler = (req, res, next) => {
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
  };
  return {
    /** Measures requests; mount it before everything else. */
    observe,
    countWork: (kind: string, outcome: WorkOutcome) => ended.inc({ kind, outcome }),
    /** Adds the figures of a process that this one has started, while it runs. @param child sends them over its channel (`tellFigures`) */
    follow(child: ChildProcess): void {
      child.on('message', (figures) => latest.set(child, figures as unknown as MetricFigures));
      child.once('exit', () => latest.delete(child));
    },
    watch({ pool, work, figures, newestBackup, folders }: Sources): void {
      gauge('triplog_database_connections', 'Connections to the database, and requests that wait for one', {
        labelNames: ['state'],
        collect() {
          this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
          this.set({ state: 'idle' }, pool.idleCount);
          this.set({ state: 'waiting' }, pool.waitingCount);
        },
      });
      gauge('triplog_heavy_work', 'Heavy work that is under way, or waits for its turn', {
        labelNames: ['kind', 'state'],
        collect() {
          for (const { kind, running, waiting } of work.load()) {
            this.set({ kind, state: 'running' }, running);
            this.set({ kind, state: 'waiting' }, waiting);
          }
        },
      });
      const readFigures = sharedReading(() => figures.read().catch(() => undefined));
      for (const [name, help] of Object.entries(figures.gauges)) {
        gauge(name, help, {
          labelNames: ['state'],
          // every process knows the same, and one may have been answered later than the others
          aggregator: 'max',
          async collect() {
            const read = await Promise.race([readFigures(), sleep(FIGURES_MS, undefined, { ref: false })]);
            this.reset();
            for (const [state, value] of Object.entries(read?.[name] ?? {})) this.set({ state }, value);
          },
        });
      }
      gauge('triplog_disk_free_bytes', 'How much room the disks of folders have left', {
        labelNames: ['disk'],
        aggregator: 'min',
        async collect() {
          this.reset();
          for (const [disk, folder] of Object.entries(folders)) {
            const free = await freeBytes(folder).catch(() => undefined);
            if (free !== undefined) this.set({ disk }, free);
          }
        },
      });
      const lowBytes = 'With less room than this the log warns, and npm run doctor';
      gauge('triplog_disk_low_bytes', lowBytes, { aggregator: 'max' }).set(LOW_BYTES);
      if (!newestBackup) return;
      const backup = 'When the newest backup was made, in Unix time; 0 where there is none';
      gauge('triplog_backup_timestamp_seconds', backup, {
        aggregator: 'max',
        async collect() {
          this.set(((await newestBackup())?.getTime() ?? 0) / 1000);
        },
      });
    },
    read: async () => (await readAll()).metrics(),
  };
}

/** Reads the figures of all workers of this process, added up. @throws Error when one does not answer */
export async function clusterMetrics(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}

async function collectProcess(registry: Registry, kind: string): Promise<void> {
  const { collectDefaultMetrics, Gauge } = await import('prom-client');
  const labels = { process: kind };
  collectDefaultMetrics({ register: registry, labels });
  // prom-client would leave it out of the sum of several processes
  Object.assign(registry.getSingleMetric('process_start_time_seconds') ?? {}, { aggregator: 'min' });
  const processes = { name: 'triplog_processes', help: 'Processes that run', labelNames: ['process'] };
  new Gauge({ ...processes, registers: [registry] }).set(labels, 1);
}

/** Sends this process's gauges to its server every five seconds. Counters would go back whenever a process ends. */
export async function tellFigures(kind: 'work' | 'jobs'): Promise<void> {
  const { Registry } = await import('prom-client');
  const registry = new Registry();
  await collectProcess(registry, kind);
  const tell = async () => {
    const figures = await registry.getMetricsAsJSON();
    const gauges = figures.filter(({ type }) => String(type) === 'gauge');
    // a server that is gone is no error: this process ends, too
    process.send?.(gauges, undefined, undefined, () => {});
  };
  setInterval(tell, TELL_MS).unref();
  await tell();
}

/** A server of `GET /metrics` and nothing else. It answers requests for loopback, the address that they came to, and `hosts`. */
export function metricsServer(read: () => Promise<string>, log: Logger, hosts: readonly string[]): Server {
  const readTogether = sharedReading(read);
  return createServer(async (req, res) => {
    const host = hostOf(req);
    const address = req.socket.localAddress?.replace('::ffff:', '') ?? '';
    if (host === undefined) return void res.writeHead(400).end();
    if (!isLoopback(host) && ![...hosts, address, `[${address}]`].includes(host))
      return void res.writeHead(421).end('Set METRICS_HOST to the host that Prometheus asks for\n');
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
    try {
      const text = await readTogether();
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read');
      res.writeHead(503).end();
    }
  });
}

function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
