import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ways = {
  br: promisify(brotliCompress),
  gz: (file: Buffer) => promisify(gzip)(file, { level: constants.Z_BEST_COMPRESSION }),
};

/** The names of a file's compressed copies. */
export const compressedCopies = (file: string): string[] =>
  Object.keys(ways).map((ending) => `${file}.${ending}`);

/**
 * Writes beside each hashed file of the client what it is compressed, by Brotli and by gzip, each at its best. The server sends
 * these: at their best they take too long for a request.
 * @param client the folder of the built client
 */
export async function compressAssets(client: string): Promise<void> {
  const folder = join(client, 'assets');
  const present = new Set(readdirSync(folder));
  const missing = [...present]
    .filter((name) => /\.(js|css|txt)$/.test(name))
    .flatMap((name) =>
      Object.entries(ways).flatMap(([ending, compress]) =>
        present.has(`${name}.${ending}`) ? [] : { path: join(folder, name), ending, compress },
      ),
    );
  await Promise.all(
    missing.map(async ({ path, ending, compress }) =>
      writeFile(`${path}.${ending}`, await compress(await readFile(path))),
    ),
  );
}
