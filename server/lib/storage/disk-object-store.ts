import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '@shared/durations';
import { UPLOAD_MINUTES } from '@shared/limits';
import { ifExists } from '../errors';
import { createSignatures } from '../keys';
import { FILES_PATH, isObjectKey, type ObjectStore, ObjectTooLargeError } from './object-store';

type Source = Iterable<Buffer> | AsyncIterable<Buffer>;

async function* atMost(maxBytes: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ObjectTooLargeError();
    yield chunk;
  }
}

/** Objects as files of a folder, for all processes of a machine. @param keys the first signs upload addresses, all verify them */
export function createDiskStore(folder: string, keys: string[]): ObjectStore {
  const signatures = createSignatures(keys);
  const claimOf = (key: string, ...terms: string[]) => [key, ...terms].join('\n');

  const pathOf = (key: string) => {
    if (!isObjectKey(key)) throw new Error(`Not an object key: ${key}`);
    return join(folder, key);
  };
  /** Writes an unfinished object next to its place, so that what a crash leaves is swept like an object. A failure leaves nothing. */
  async function writePart(key: string, body: Source, { mode = 0o600, flush = false } = {}) {
    const path = pathOf(key);
    const part = pathOf(`${key.replace('.', '_')}_${randomUUID()}.part`);
    const drop = () => rm(part, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // a stream that opens its file by itself may do so after the pipeline has failed, and after rm()
    const file = await open(part, 'wx', mode);
    try {
      await pipeline(body, file.createWriteStream({ flush }));
    } catch (error) {
      await drop();
      throw error;
    }
    return { path, part, drop };
  }

  return {
    uploadOrigin: undefined,

    async presignPut(key, { origin, now, announced }) {
      const expires = String(now.getTime() + UPLOAD_MINUTES * MINUTE_MS);
      const [type, size] = announced ? [announced.contentType, String(announced.size)] : ['', ''];
      const signature = signatures.sign(claimOf(key, expires, type, size));
      const query = new URLSearchParams({ expires, ...(announced && { type, size }), signature });
      const url = `${origin}${FILES_PATH}${key}?${query}`;
      return { url, headers: announced && { 'Content-Type': type } };
    },

    keyOf(url, origin) {
      if (!URL.canParse(url, origin)) return undefined;
      const { origin: itsOrigin, pathname } = new URL(url, origin);
      const key = pathname.slice(FILES_PATH.length);
      return itsOrigin === origin && pathname === `${FILES_PATH}${key}` && isObjectKey(key) ? key : undefined;
    },

    async read(key, maxBytes) {
      const path = pathOf(key);
      const found = await ifExists(stat(path));
      if (!found?.isFile()) return undefined;
      if (found.size > maxBytes) throw new ObjectTooLargeError();
      const body = await ifExists(readFile(path));
      return body && { body, contentType: undefined };
    },

    async write(key, body) {
      const { path, part } = await writePart(key, [body]);
      await rename(part, path);
    },

    async create(key, body) {
      const { path, part, drop } = await writePart(key, body, { mode: 0o400, flush: true });
      // unlike a rename, it fails where there is a file of this name
      await link(part, path).finally(drop);
    },

    open: async (key) => (await ifExists(open(pathOf(key))))?.createReadStream(),

    remove: (key) => rm(pathOf(key), { force: true }),

    removeAll: (prefix) => rm(pathOf(prefix.replace(/\/$/, '')), { recursive: true, force: true }),

    async *list(prefix) {
      const names = (await ifExists(readdir(join(folder, prefix), { recursive: true }))) ?? [];
      for (const name of names) {
        const found = await ifExists(stat(join(folder, prefix, name)));
        if (found?.isFile()) yield { key: `${prefix}${name}`, lastModified: found.mtime };
      }
    },

    uploads: {
      isSigned(key, { expires, type = '', size = '', signature }, { contentType, length, now }) {
        const isOurs = signatures.isOurs(claimOf(key, `${expires}`, `${type}`, `${size}`), `${signature}`);
        const isAnnounced = type === '' || (type === contentType && size === String(length));
        return isOurs && isAnnounced && now.getTime() <= Number(expires);
      },

      async receive(key, body, maxBytes) {
        const { path, part, drop } = await writePart(key, atMost(maxBytes, body));
        return { keep: () => rename(part, path), drop };
      },
    },
  };
}
