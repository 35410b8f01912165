import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from '../test/processes';
import type { Installation } from './installation';
import { requestsPerSecond, type Target } from './load';

const WARM_UP_SECONDS = 5;
const SECONDS = 8;
const SHOWN = 10;

/** A part of the time in which a process was busy, from 0 to 1. */
export type Share = { name: string; share: number };

/** Where a server's own process spends its time: the first ten functions without what they call, and the first ten packages. */
export type Profile = { functions: Share[]; layers: Share[] };

type Frame = { functionName: string; url: string; lineNumber: number };
type CpuProfile = {
  endTime: number;
  nodes: { id: number; callFrame: Frame }[];
  samples: number[];
  timeDeltas: number[];
};

/**
 * Profiles its own server while it answers a load of 50 connections.
 * @param target what is asked of the server
 */
export async function profileLoad(
  { start }: Installation,
  target: (server: Running) => Promise<Target>,
): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-profile-'));
  const server = await start('--cpu-prof', `--cpu-prof-dir=${folder}`);
  try {
    const asked = await target(server);
    await requestsPerSecond(asked, WARM_UP_SECONDS);
    await requestsPerSecond(asked, SECONDS);
    const stopping = performance.now();
    await server.stop();
    const stopMicros = (performance.now() - stopping) * 1000;
    const name = (await readdir(folder)).find((file) => file.includes(`.${server.child.pid}.`));
    const profile: CpuProfile = JSON.parse(await readFile(join(folder, name ?? ''), 'utf8'));
    return sharesWithin(profile, profile.endTime - stopMicros - SECONDS * 1e6, profile.endTime - stopMicros);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param from, to in microseconds, as the profile counts them */
function sharesWithin(
  { nodes, samples, timeDeltas, endTime }: CpuProfile,
  from: number,
  to: number,
): Profile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const layers = new Map<string, number>();
  const add = (times: Map<string, number>, name: string, micros: number) =>
    void times.set(name, (times.get(name) ?? 0) + micros);
  let at = endTime - timeDeltas.reduce((sum, delta) => sum + delta, 0);
  for (const [index, id] of samples.entries()) {
    const micros = timeDeltas[index] ?? 0;
    at += micros;
    const frame = frames.get(id);
    if (!frame || at < from || at > to || frame.functionName === '(idle)') continue;
    add(functions, nameOf(frame), micros);
    add(layers, layerOf(frame), micros);
  }
  return { functions: first(functions), layers: first(layers) };
}

function first(times: Map<string, number>): Share[] {
  const total = [...times.values()].reduce((sum, micros) => sum + micros, 0);
  const shares = [...times].map(([name, micros]) => ({ name, share: micros / total }));
  return shares.sort((a, b) => b.share - a.share).slice(0, SHOWN);
}

const fileOf = ({ url }: Frame) =>
  url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/dist\//, 'dist/');

const nameOf = (frame: Frame) =>
  [frame.functionName || 'anonymous', fileOf(frame) && `${fileOf(frame)}:${frame.lineNumber + 1}`]
    .filter(Boolean)
    .join(' ');

const WRITES = /^write(v|Buffer|\w*String)$/;

function layerOf(frame: Frame): string {
  const file = fileOf(frame);
  if (frame.functionName === '(garbage collector)') return 'garbage collection';
  if (file === '')
    return WRITES.test(frame.functionName) ? 'writing to sockets' : 'V8 and its built-in functions';
  if (file.startsWith('node:')) return 'Node: HTTP, streams, events, hashes';
  if (file.startsWith('dist/')) return 'Trip Log';
  return /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;
}
