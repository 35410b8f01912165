import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../processes';

const run = promisify(execFile);

/** An S3 server to test against. */
export type S3Server = {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Makes a bucket that takes uploads from pages of any origin, and answers its name. */
  createBucket(): Promise<string>;
  stop(): Promise<void>;
};

const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'TESTSECRET' };
const region = 'us-east-1';

/** Why tests against a real S3 server cannot run on this machine; undefined where they can. */
export const s3Missing: string | undefined =
  process.env.TEST_S3_ENDPOINT ||
  ['ceph-mon', 'ceph-osd', 'radosgw'].every((name) => existsSync(`/usr/bin/${name}`))
    ? undefined
    : 'NOT TESTED: the S3 store. Install ceph-mon, ceph-osd, ceph-common and radosgw, or name a server in TEST_S3_ENDPOINT.';

function bucketsOn(endpoint: string): Omit<S3Server, 'stop'> {
  // as in the app's own store
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  return {
    endpoint,
    region,
    credentials,
    async createBucket() {
      const bucket = `trip-log-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      const rule = { AllowedOrigins: ['*'], AllowedMethods: ['PUT'], AllowedHeaders: ['*'] };
      await client.send(
        new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }),
      );
      return bucket;
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  for (const probe of probes) probe.close();
  return ports;
}

const configuration = (folder: string, fsid: string, [v2, v1]: number[]) => `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]
public_network = 127.0.0.0/8
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
run_dir = ${folder}
admin_socket =
log_file = ${folder}/$name.log
keyring = ${folder}/keyring
[mon.a]
mon_data = ${folder}/mon
[osd.0]
osd_data = ${folder}/osd
`;

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/**
 * Starts Ceph's S3 server on free ports of this machine, its objects in memory; 10 to 20 seconds. Where
 * TEST_S3_ENDPOINT names one, that is used.
 */
export async function startRadosgw(): Promise<S3Server> {
  if (process.env.TEST_S3_ENDPOINT)
    return { ...bucketsOn(process.env.TEST_S3_ENDPOINT), stop: async () => {} };

  const folder = await mkdtemp(join(tmpdir(), 'trip-log-radosgw-'));
  const conf = join(folder, 'ceph.conf');
  const daemons: ChildProcess[] = [];
  const daemon = (command: string, ...args: string[]) =>
    daemons.push(spawn(command, ['-f', '-c', conf, ...args], { stdio: 'ignore' }));
  const tool = (command: string, ...args: string[]) =>
    run(command, ['-c', conf, ...args], { timeout: 60_000 });

  async function stop() {
    await Promise.all(
      daemons.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const fsid = randomUUID();
    const [v2 = 0, v1 = 0] = await freePorts(2);
    const keyring = join(folder, 'keyring');
    await mkdir(join(folder, 'mon'));
    await mkdir(join(folder, 'osd'));
    await writeFile(conf, configuration(folder, fsid, [v2, v1]));
    const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
    await run('ceph-authtool', [
      '--create-keyring',
      keyring,
      '--gen-key',
      '-n',
      'mon.',
      '--cap',
      'mon',
      'allow *',
    ]);
    for (const name of ['client.admin', 'client.rgw', 'osd.0'])
      await run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...all]);
    const monmap = join(folder, 'monmap');
    const address = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`;
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, monmap]);
    await tool('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring);
    daemon('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    await tool('ceph', 'osd', 'new', osd, '0');
    await tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    daemon('ceph-osd', '-i', '0');
    // only now: what runs meanwhile could take the port
    const s3 = await freePort();
    daemon('radosgw', '-n', 'client.rgw', `--rgw-frontends=beast endpoint=127.0.0.1:${s3}`);
    const endpoint = `http://127.0.0.1:${s3}`;
    for (let tries = 0; !(await answers(endpoint)); tries += 1) {
      if (tries > 240) throw new Error('radosgw did not start');
      await sleep(250);
    }
    const user = ['--uid=app', '--display-name=app', '--access-key=TESTKEY', '--secret-key=TESTSECRET'];
    await tool('radosgw-admin', 'user', 'create', ...user);
    return { ...bucketsOn(endpoint), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
