import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentSchema } from '../config';

/** The files of the project by path, as text. */
type Tree = Map<string, string>;

const FOLDERS = ['.ci', 'client', 'deploy', 'docs', 'migrations', 'server', 'shared'];
const READ = /\.(ts|tsx|cjs|md|html|css|sql)$|^\.ci\/run$/;
/** The planted violations below are no citations. */
const SELF = 'server/test/docs.test.ts';

function readTree(): Tree {
  const inFolders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const atRoot = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  const paths = [...inFolders, ...atRoot];
  return new Map(
    paths.map((path) => [path, READ.test(path) && path !== SELF ? readFileSync(path, 'utf8') : '']),
  );
}

/** GitHub's anchor of a heading. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replace(/ /g, '-');

const withoutCodeBlocks = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '');
const slugsOf = (markdown: string) =>
  [...withoutCodeBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));

const commentsOf = (code: string) =>
  code.match(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"])(?:\/\/|-- ).*$/gm) ?? [];
/** The words of a file: the whole of a document, the comments of code. */
const wordsOf = (path: string, text: string) =>
  path.endsWith('.md') ? withoutCodeBlocks(text) : commentsOf(text).join('\n');

/** Citations of documents: what they name, from the root. */
function citationsOf(path: string, text: string): { file: string; anchor: string | undefined }[] {
  const words = wordsOf(path, text);
  const byPath = [...words.matchAll(/(?<![\w/.]|\]\()(docs\/[\w/.-]+?\.md)(?:#([\w-]+))?/g)].map(
    ([, file = '', anchor]) => ({ file, anchor }),
  );
  if (!path.endsWith('.md')) return byPath;
  const links = [...words.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, file = '', anchor]) => ({
      file: file ? posix.normalize(posix.join(dirname(path), file)) : path,
      anchor,
    }),
  );
  return [...byPath, ...links];
}

function brokenCitations(tree: Tree): string[] {
  return [...tree].flatMap(([path, text]) =>
    citationsOf(path, text).flatMap(({ file, anchor }) => {
      const cited = tree.get(file);
      if (cited === undefined) return [`${path} cites ${file}, which is not there`];
      const isThere = !anchor || slugsOf(cited).includes(anchor);
      return isThere ? [] : [`${path} cites ${file}#${anchor}, which has no such heading`];
    }),
  );
}

const PLACEHOLDER = /[{}<>*…]|\b(x|N|name)\b/;

/** Files and folders of ours that words name in backticks, or with a whole path. */
function missingFiles(tree: Tree): string[] {
  const paths = [...tree.keys()];
  const exists = (name: string) =>
    name.includes('/')
      ? paths.some(
          (path) => `/${path}`.endsWith(`/${name}`) || path.startsWith(`${name.replace(/\/$/, '')}/`),
        )
      : paths.some((path) => basename(path) === name || (name.startsWith('.') && path.endsWith(name)));
  return [...tree].flatMap(([path, text]) => {
    const words = wordsOf(path, text);
    const inBackticks = [...words.matchAll(/`([\w./@-]+)`/g)].map(([, name = '']) => name);
    const wholePaths = words.match(/(?<![\w/.`-])(client|server|shared)\/[\w/.-]+\.(tsx?|css)\b/g) ?? [];
    const named = inBackticks.filter(
      (name) =>
        /^(client|server|shared|migrations|docs|\.ci)\/./.test(name) || /[\w-]\.(tsx?|cjs)$/.test(name),
    );
    return [...named, ...wholePaths]
      .filter((name) => !PLACEHOLDER.test(name) && !exists(name))
      .map((name) => `${path} names ${name}, which is not there`);
  });
}

const OUTSIDE = /\b(?:spec|decisions) §/gi;
const OUTSIDE_IN_WORDS = /\bissue:|\.\.\/shared\/|(?<![\w/(.-])[\w-]+\.md\b/gi;

/** References to files that a reader of the tree does not have. */
function outsideCitations(tree: Tree): string[] {
  const paths = [...tree.keys()];
  const documents = new Set(paths.filter((path) => path.endsWith('.md')).map((path) => basename(path)));
  return [...tree].flatMap(([path, text]) => {
    const inWords = wordsOf(path, text).match(OUTSIDE_IN_WORDS) ?? [];
    return [...(text.match(OUTSIDE) ?? []), ...inWords]
      .filter((cited) => !documents.has(cited))
      .map((cited) => `${path} cites "${cited}"`);
  });
}

/** Unknown npm scripts that words name, scripts without a row, and doubled rows. */
function scriptFaults(tree: Tree, scripts: string[], guides: string[]): string[] {
  const named = [...tree].flatMap(([path, text]) =>
    [...wordsOf(path, text).matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
      .filter(([, script = '']) => !scripts.includes(script))
      .map(([command]) => `${path} names ${command}, which is no script`),
  );
  const rows = guides.flatMap((guide) =>
    [...(tree.get(guide) ?? '').matchAll(/^\| (?:`[^`]*`(?: |; )?)+.*$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`npm (?:run )?([^`]+)`/g)].map(([, command = '']) => ({ row, command })),
    ),
  );
  const has = (script: string) => rows.some(({ command }) => command.split(' ')[0] === script);
  const firsts = guides.flatMap((guide) => (tree.get(guide) ?? '').match(/^\| `npm [^`]+`/gm) ?? []);
  return [
    ...named,
    ...scripts.filter((script) => !has(script)).map((script) => `no table has npm run ${script}`),
    ...firsts
      .filter((row, index) => firsts.indexOf(row) !== index)
      .map((row) => `two rows begin with ${row}`),
  ];
}

/** The date and the status of a record of a decision, below its title. */
const RECORD_HEAD =
  /^# \d{4}: .+\n\nDate: \d{4}-\d{2}-\d{2}\. Status: (in force|replaced by \[\d{4}\]\(.+\))\.\n/;

type Variable = { name: string; value: string | undefined };

/** The variables of `.env.example`, one a line, commented out. */
const exampleVariables = (text: string): Variable[] =>
  [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value]) => ({ name, value }));

/** The variables of a table of settings, each with the default of its place in the second column. */
const tableVariables = (text: string): Variable[] =>
  [...text.matchAll(/^\| (`[A-Z][A-Z0-9_]*`(?:, `[A-Z][A-Z0-9_]*`)*) \| (.*?) \|/gm)].flatMap(
    ([, names = '', defaults = '']) => {
      const values = [...defaults.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = ''], index) => ({ name, value: values[index] }));
    },
  );

const defaults: Record<string, unknown> = environmentSchema.parse({});

/** Differences of a list of variables from the schema. */
function variableFaults(list: Variable[]): string[] {
  const known = Object.keys(environmentSchema.shape);
  const listed = list.map(({ name }) => name);
  return [
    ...known.filter((name) => !listed.includes(name)).map((name) => `${name} is missing`),
    ...listed.filter((name) => !known.includes(name)).map((name) => `${name} is unknown`),
    ...listed.filter((name, index) => listed.indexOf(name) !== index).map((name) => `${name} stands twice`),
    ...list
      .filter(({ name, value }) => defaults[name] !== undefined && value !== String(defaults[name]))
      .map(({ name, value }) => `${name} is ${value} and not ${defaults[name]}`),
  ];
}

const tree = readTree();
const scriptsOf = (packageJson: string): string[] => Object.keys(JSON.parse(packageJson).scripts);

describe('the words of the repository', () => {
  test('cite only sections that exist', () => {
    expect(tree.size, 'a check that sees nothing proves nothing').toBeGreaterThan(300);
    expect(brokenCitations(tree)).toEqual([]);
  });

  test('name only files that exist', () => {
    expect(missingFiles(tree)).toEqual([]);
  });

  test('cite nothing that a reader does not have', () => {
    expect(outsideCitations(tree)).toEqual([]);
  });

  test('have one row for every npm script, and name no other', () => {
    const scripts = scriptsOf(readFileSync('package.json', 'utf8'));
    expect(scriptFaults(tree, scripts, ['docs/commands.md'])).toEqual([]);
  });

  test('give every decision a date and a status', () => {
    const records = [...tree].filter(([path]) => /^docs\/decisions\/\d/.test(path));
    expect(records.length).toBeGreaterThan(10);
    expect(records.filter(([, text]) => !RECORD_HEAD.test(text)).map(([path]) => path)).toEqual([]);
  });

  test('list every environment variable with its default, in .env.example and for operators', () => {
    const example = exampleVariables(readFileSync('.env.example', 'utf8'));
    expect(variableFaults(example)).toEqual([]);
    expect(variableFaults(tableVariables(tree.get('docs/operations.md') ?? ''))).toEqual([]);
    const chosen = tableVariables(tree.get('README.md') ?? '');
    expect(chosen.length).toBeGreaterThan(5);
    expect(variableFaults(chosen).filter((fault) => !fault.endsWith('is missing'))).toEqual([]);
    const values = Object.fromEntries(example.map(({ name, value }) => [name, value]));
    expect(
      environmentSchema.safeParse(values).error,
      'every example is a value that is taken',
    ).toBeUndefined();
  });
});
