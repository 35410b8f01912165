import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_MINUTES } from '@shared/limits';
import { ifExists } from '../errors';
import { createSignatures } from '../keys';
import { FILES_PATH, isObjectKey, type ObjectStore, ObjectTooLargeError } from './object-store';

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
  /** Next to the object, so that what a crash leaves is found and swept like an object. */
  const partOf = async (key: string) => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return { path, part: pathOf(`${key.replace('.', '_')}_${randomUUID()}.part`) };
  };

  return {
    uploadOrigin: undefined,

    async presignPut(key, { origin, now, announced }) {
      const expires = String(now.getTime() + UPLOAD_MINUTES * 60_000);
      const [type, size] = announced ? [announced.contentType, String(announced.size)] : ['', ''];
      const signature = signatures.sign(claimOf(key, expires, type, size));
      const query = new URLSearchParams({ expires, ...(announced && { type, size }), signature });
      return {
        url: `${origin}${FILES_PATH}${key}?${query}`,
        headers: announced && { 'Content-Type': type },
      };
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
      const { path, part } = await partOf(key);
      try {
        await writeFile(part, body, { mode: 0o600 });
        await rename(part, path);
      } catch (error) {
        // on a full disk what was written takes room
        await rm(part, { force: true });
        throw error;
      }
    },

    async create(key, body) {
      const { path, part } = await partOf(key);
      // a stream that opens its file by itself may do so after the pipeline has failed, and after rm()
      const file = await open(part, 'wx', 0o400);
      try {
        await pipeline(body, file.createWriteStream({ flush: true }));
        // unlike a rename, it fails where there is a file of this name
        await link(part, path);
      } finally {
        await rm(part, { force: true });
      }
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
        const { path, part } = await partOf(key);
        const drop = () => rm(part, { force: true });
        const file = await open(part, 'wx', 0o600);
        try {
          await pipeline(body, (source) => atMost(maxBytes, source), file.createWriteStream());
        } catch (error) {
          await drop();
          throw error;
        }
        return { keep: () => rename(part, path), drop };
      },
    },
  };
}
