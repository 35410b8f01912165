import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkProcesses } from './work-processes';

const PROGRAM = `
  const pipe = new (require('node:net').Socket)({ fd: 3 });
  require('node:http').createServer((req, res) => {
    if (req.url === '/much') global.kept = Buffer.alloc(300_000_000, 1);
    res.end('done');
  }).emit('connection', pipe);
  pipe.once('close', () => process.exit(0));
`;
const LIMITS = { seconds: 60, megabytes: 1000 };

const ask = (agent: Agent, path = '/') =>
  new Promise<string>((resolve, reject) => {
    get({ agent, host: 'work', path }, (answer) => void text(answer).then(resolve, reject)).on(
      'error',
      reject,
    );
  });

const start = () =>
  spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });

test('a process that keeps much memory is replaced at once, so that the next work need not wait for a start', async () => {
  const started: ChildProcess[] = [];
  const processes = createWorkProcesses(() => {
    const child = start();
    started.push(child);
    return child;
  });
  onTestFinished(() => processes.stop());
  const { signal } = new AbortController();
  expect(await processes.run(LIMITS, ask, signal)).toBe('done');
  expect(started).toHaveLength(1);
  expect(await processes.run(LIMITS, (agent) => ask(agent, '/much'), signal)).toBe('done');
  const [large, next] = started;
  expect(started).toHaveLength(2);
  expect(next?.exitCode).toBeNull();
  if (large?.exitCode === null) await once(large, 'exit');
  expect(await processes.run(LIMITS, ask, signal)).toBe('done');
  expect(started).toHaveLength(2);
});

test('a process that is killed at the moment its work is done gets no more work', async () => {
  const processes = createWorkProcesses(start);
  onTestFinished(() => processes.stop());
  const client = new AbortController();
  const leave = async (agent: Agent) => {
    const answer = await ask(agent);
    client.abort();
    return answer;
  };
  expect(await processes.run(LIMITS, leave, client.signal)).toBe('done');
  expect(await processes.run(LIMITS, ask, new AbortController().signal)).toBe('done');
});
