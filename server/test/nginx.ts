import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
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
 * @returns the port where it does TLS, and what it logged
 */
export async function startNginx(ports: [number, number]) {
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
  ];
  let site = readFileSync('deploy/nginx.conf', 'utf8');
  for (const [text, other] of replaced) {
    expect(site).toContain(text);
    site = site.replace(text, other);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    inFolder('nginx.conf'),
    `daemon off; pid ${inFolder('pid')}; error_log stderr warn; worker_processes 1;
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
  return { port, plain, log: () => log, stop };
}
