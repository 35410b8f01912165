import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../../lib/database/migrations';

/** Fills a folder with the migrations and one more, as the next version may have it. @param functions SQL besides that of functions.sql */
export async function writeNextMigrations(folder: string, sql: string, functions = ''): Promise<void> {
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  const last = journal.entries.at(-1);
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' };
  await writeFile(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  await writeFile(join(folder, '9999_next.sql'), sql);
  await appendFile(join(folder, 'functions.sql'), functions);
}
