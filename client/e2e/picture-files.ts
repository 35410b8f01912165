import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawing, photo, plainPicture } from '../../server/test/documents/pictures';

/** Real pictures on disk, for a person to choose. */
export type PictureFiles = { png: string; jpg: string; svg: string; large: string; text: string };

/** Makes the pictures in a temporary folder; `remove` takes it away. */
export async function makePictureFiles(): Promise<{ files: PictureFiles; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-pictures-'));
  const save = async (name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    files: {
      png: await save('logo.png', await plainPicture(400, 200)),
      jpg: await save('photo.jpg', await photo(1200, 800)),
      svg: await save('logo.svg', drawing()),
      large: await save('large.png', Buffer.alloc(5_242_881)),
      text: await save('notes.txt', Buffer.from('no picture')),
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
