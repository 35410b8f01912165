import { chmod, chown, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { accountFor } from '../lib/embedded-postgres/binaries';
import { startProgram } from './processes';

/** What a clone does not have, but for the build, which is copied so that nothing is built that has not changed. */
const NOT_COPIED = /^(node_modules|\.git|\.env|\.data|test-results|playwright-report|\.layout-.*)$/;

/** An account that may do nothing in particular, for a process of root's; undefined for everybody else. */
const ordinary = accountFor('no folder');

type Environment = Record<string, string>;

/** Of the machine that the tests run on: what would find credentials for S3, or npm's advertisements. */
const CALM: Environment = {
  npm_config_update_notifier: 'false',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ACCESS_KEY_ID: '',
  AWS_SECRET_ACCESS_KEY: '',
};

/** A built checkout for the tests of a file, in which npm's commands are run as people run them. Call it at the top. */
export function builtCheckout() {
  let root: string;
  const homes = { own: '', ordinary: '' };
  const checkout = () => join(root, 'checkout');

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'trip-log-checkout-'));
    // every account may look into a checkout
    await chmod(root, 0o755);
    const names = (await readdir('.')).filter((name) => !NOT_COPIED.test(name));
    for (const name of names)
      await cp(name, join(checkout(), name), { recursive: true, preserveTimestamps: true });
    await symlink(resolve('node_modules'), join(checkout(), 'node_modules'));
    homes.own = await mkdtemp(join(root, 'home-'));
    homes.ordinary = await folder();
    await run('run build');
  }, 180_000);
  /** Processes that a failed test leaves running. */
  const running = new Set<{ kill(): void }>();
  afterAll(async () => {
    for (const each of running) each.kill();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A new folder, which the ordinary account owns. */
  async function folder(mode = 0o700): Promise<string> {
    const made = await mkdtemp(join(root, 'folder-'));
    await chmod(made, mode);
    if (ordinary) await chown(made, ordinary.uid, ordinary.gid);
    return made;
  }

  /** Starts an npm command, such as "start" or "run demo -- 20"; a .env file says nothing that `env` does not. */
  function start(command: string, env: Environment = {}, { asOrdinary = false, cwd = checkout() } = {}) {
    const HOME = homes[asOrdinary ? 'ordinary' : 'own'];
    const program = startProgram(
      command.split(' '),
      { ...CALM, HOME, LOG_LEVEL: 'info', ...env },
      // in its own group, which a terminal's Ctrl-C would reach
      { command: 'npm', cwd, detached: true, ...(asOrdinary && ordinary) },
    );
    const signal = (name: NodeJS.Signals) => {
      try {
        process.kill(-(program.child.pid ?? 0), name);
      } catch {
        // it has ended
      }
    };
    const started = {
      ...program,
      kill: () => signal('SIGKILL'),
      async stop() {
        signal('SIGTERM');
        return program.ended;
      },
    };
    running.add(started);
    program.ended.then(() => running.delete(started));
    return started;
  }

  /** Runs an npm command to its end. */
  async function run(command: string, env: Environment = {}, how: Parameters<typeof start>[2] = {}) {
    const { log, ended } = start(command, env, how);
    const { code, errors } = await ended;
    return { code, errors: withoutNpm(errors), said: withoutNpm(log.join('\n')) };
  }

  return { checkout, folder, start, run };
}

/** npm's own lines are left out. */
const withoutNpm = (text: string) => text.replace(/^(npm (warn|error) .*|> .*)\n?/gm, '').trim();
