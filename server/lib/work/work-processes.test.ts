import { spawn } from 'node:child_process';
import { type Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkProcesses } from './work-processes';

const PROGRAM = `
  const pipe = new (require('node:net').Socket)({ fd: 3 });
  require('node:http').createServer((req, res) => res.end('done')).emit('connection', pipe);
  pipe.once('close', () => process.exit(0));
`;
const LIMITS = { seconds: 60, megabytes: 1000 };

const ask = (agent: Agent) =>
  new Promise<string>((resolve, reject) => {
    get({ agent, host: 'work', path: '/' }, (answer) => void text(answer).then(resolve, reject)).on(
      'error',
      reject,
    );
  });

test('a process that is killed at the moment its work is done gets no more work', async () => {
  const processes = createWorkProcesses(() =>
    spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] }),
  );
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
