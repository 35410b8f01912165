import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { cookieHeader } from './http/cookie-header';
import { freePort, kill } from './processes';

const run = promisify(execFile);
const NGINX = '/usr/sbin/nginx';

/** Why nginx cannot be started on this machine; undefined where it can. */
export const nginxMissing: string | undefined =
  existsSync(NGINX) && existsSync('/usr/bin/openssl') ? undefined : 'nginx and openssl are not installed';

/** The name that deploy/nginx.conf answers to. */
export const PUBLIC_HOST = 'trips.example.com';

/**
 * Starts nginx with `deploy/nginx.conf` in front of two servers of this machine, with a certificate that it signed itself.
 * @param ports of the servers
 * @returns the ports where it does TLS and where it does not, what it said of faults, and its log of requests
 */
async function startNginx(ports: [number, number]) {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-nginx-'));
  const inFolder = (name: string) => join(folder, name);
  const [plain, port] = [await freePort(), await freePort()];
  const [certificate, key] = [inFolder('fullchain.pem'), inFolder('privkey.pem')];
  const subject = ['-subj', `/CN=${PUBLIC_HOST}`, '-days', '2', '-nodes', '-newkey', 'ec'];
  const curve = ['-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  await run('openssl', ['req', '-x509', ...subject, ...curve, '-keyout', key, '-out', certificate]);
  const replaced: [string, string][] = [
    ['127.0.0.1:3001', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:3002', `127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/ssl/trip-log/fullchain.pem', certificate],
    ['/etc/ssl/trip-log/privkey.pem', key],
    ['/var/log/nginx/trip-log.log', inFolder('access.log')],
  ];
  let site = readFileSync('deploy/nginx.conf', 'utf8');
  for (const [text, other] of replaced) {
    expect(site).toContain(text);
    site = site.replaceAll(text, other);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    inFolder('nginx.conf'),
    `daemon off; pid ${inFolder('pid')}; error_log stderr info; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''} events {}
    http { access_log off; ${temporary.map((name) => `${name}_temp_path ${inFolder(name)};`).join(' ')}
    ${site} }`,
  );
  const child = spawn(NGINX, ['-e', 'stderr', '-c', inFolder('nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
  });
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true });
  };
  await vi
    .waitFor(() => expect(existsSync(inFolder('pid')), log).toBe(true), { timeout: 20_000 })
    .catch(async (error) => {
      await kill(child);
      throw error;
    });
  const requests = () => readFileSync(inFolder('access.log'), 'utf8');
  return { port, plain, log: () => log, requests, stop };
}

export type Call = { path: string; method?: string; json?: object; headers?: Record<string, string> };

/** Asks nginx, and never twice. */
function clientOf(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  onTestFinished(() => agent.destroy());
  return ({ path, json, headers, method = json ? 'POST' : 'GET' }: Call) =>
    new Promise<{ status: number; cookie: string; body: string }>((resolve, reject) => {
      const content = json && JSON.stringify(json);
      const asked = request({
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        servername: PUBLIC_HOST,
        rejectUnauthorized: false,
        headers: {
          Host: PUBLIC_HOST,
          ...(content && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(content),
          }),
          ...headers,
        },
      });
      asked.on('error', reject).on('response', async (answer) => {
        const cookie = cookieHeader(answer.headers['set-cookie']);
        await text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, cookie, body }), reject);
      });
      asked.end(content);
    });
}

/** Starts nginx in front of two servers for one test. @returns it, and what asks it over TLS */
export async function nginxBefore(ports: [number, number]) {
  const nginx = await startNginx(ports);
  onTestFinished(() => nginx.stop());
  return { nginx, ask: clientOf(nginx.port) };
}
