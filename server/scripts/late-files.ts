import type { Plugin } from 'vite';

/** The chunks that the page has before it asks for any other. */
const AT_START = ['main', 'signed-in-app'];

/**
 * A Vite plugin that writes into index.html which files each late part of the app needs, by the part's chunk: late() fetches them before it
 * imports the part (client/src/components/ui/late.tsx).
 */
export function lateFiles(): Plugin {
  return {
    name: 'late-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((output) =>
            output.type === 'chunk' ? [[output.fileName, output] as const] : [],
          ),
        );
        const withImports = (file: string, found = new Set<string>()): Set<string> => {
          if (found.has(file)) return found;
          found.add(file);
          for (const next of chunks.get(file)?.imports ?? []) withImports(next, found);
          return found;
        };
        const atStart = [...chunks.values()].filter(({ name }) => AT_START.includes(name));
        const known = new Set(atStart.flatMap(({ fileName }) => [...withImports(fileName)]));
        const late = new Set([...chunks.values()].flatMap(({ dynamicImports }) => dynamicImports));
        const parts = [...late].map((file) => [
          chunks.get(file)?.name,
          [...withImports(file)].filter((needed) => !known.has(needed)).map((needed) => `/${needed}`),
        ]);
        const children = JSON.stringify(Object.fromEntries(parts));
        return [
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'late-files' },
            children,
            injectTo: 'body',
          },
        ];
      },
    },
  };
}
