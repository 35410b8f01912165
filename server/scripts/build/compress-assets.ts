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
 * Writes next to the client's page and each of its hashed files what it is compressed, by Brotli and by gzip, each at its best. The server sends
 * these: at their best they take too long for a request.
 * @param client the folder of the built client
 */
export async function compressAssets(client: string): Promise<void> {
  const assets = readdirSync(join(client, 'assets')).map((name) => join('assets', name));
  const present = new Set(assets);
  const missing = ['index.html', ...assets]
    .filter((path) => /\.(html|js|css|txt)$/.test(path))
    .flatMap((path) =>
      Object.entries(ways).flatMap(([ending, compress]) =>
        present.has(`${path}.${ending}`) ? [] : { path: join(client, path), ending, compress },
      ),
    );
  await Promise.all(
    missing.map(async ({ path, ending, compress }) =>
      writeFile(`${path}.${ending}`, await compress(await readFile(path))),
    ),
  );
}
