import type { ChildProcess } from 'node:child_process';
import type { Registry } from 'prom-client';

const EVERY_MS = 5_000;

/** What a process is for. */
export type ProcessKind = 'web' | 'work' | 'jobs';

/** Figures as prom-client hands them from one process to another. */
type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Adds what Node reports this process to a registry. */
export async function collectProcess(registry: Registry, kind: ProcessKind): Promise<void> {
  const { collectDefaultMetrics, Gauge } = await import('prom-client');
  const labels = { process: kind };
  const registers = [registry];
  collectDefaultMetrics({ register: registry, labels });
  // of several processes prom-client would leave it out
  Object.assign(registry.getSingleMetric('process_start_time_seconds') ?? {}, { aggregator: 'min' });
  const processes = new Gauge({
    name: 'triplog_processes',
    help: 'Processes that run',
    labelNames: ['process'],
    registers,
  });
  processes.set(labels, 1);
}

/** Sends this process's gauges to its server every five seconds. Counters would go back whenever a process ends. */
export async function tellFigures(kind: ProcessKind): Promise<void> {
  const { Registry } = await import('prom-client');
  const registry = new Registry();
  await collectProcess(registry, kind);
  const tell = async () => {
    const figures = await registry.getMetricsAsJSON();
    const gauges = figures.filter(({ type }) => String(type) === 'gauge');
    // a server that is gone is no error: this process ends, too
    process.send?.(gauges, undefined, undefined, () => {});
  };
  setInterval(tell, EVERY_MS).unref();
  await tell();
}

/** Keeps the latest figures of processes for as long as each runs. */
export function followFigures() {
  const latest = new Map<ChildProcess, Figures>();
  return {
    /** @param child tells them over its channel (`tellFigures`) */
    follow(child: ChildProcess): void {
      child.on('message', (figures) => latest.set(child, figures as unknown as Figures));
      child.once('exit', () => latest.delete(child));
    },
    read: (): Figures[] => [...latest.values()],
  };
}
