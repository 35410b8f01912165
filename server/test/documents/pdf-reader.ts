import { getDocumentProxy } from 'unpdf';

type Node = { role?: string; alt?: string; children?: Node[] };

/**
 * A PDF as a reader meets it: its properties, the lines of each page from top to bottom, where each text stands in points, and
 * the tags of each page in order.
 * @param options.lastPages how many pages are read; all of them unless given
 */
export async function readPdf(file: Uint8Array, { lastPages = Number.POSITIVE_INFINITY } = {}) {
  const document = await getDocumentProxy(new Uint8Array(file));
  const info: Record<string, unknown> = { ...(await document.getMetadata()).info };
  const markInfo = await document.getMarkInfo();
  const pages = [];
  for (
    let number = Math.max(1, document.numPages + 1 - lastPages);
    number <= document.numPages;
    number += 1
  ) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const tree = (await page.getStructTree()) as Node | null;
    const texts = (items as TextItem[]).filter(({ str }) => str.trim());
    pages.push({ lines: linesOf(texts), texts: texts.map(placeOf), tags: tagsOf(tree) });
  }
  return {
    title: info.Title,
    language: info.Language,
    madeAt: info.CreationDate,
    isTagged: markInfo?.Marked === true,
    pages,
    lines: pages.flatMap(({ lines }) => lines),
    text: pages.flatMap(({ lines }) => lines).join('\n'),
  };
}

type TextItem = { str: string; transform: number[]; width: number };

function placeOf({ str, transform, width }: TextItem) {
  const [left = 0, baseline = 0] = transform.slice(4);
  return { text: str, left, right: left + width, baseline };
}

/** Texts on one baseline are one line, their gaps a space. */
function linesOf(items: TextItem[]): string[] {
  const lines = new Map<number, { x: number; text: string }[]>();
  for (const { str, transform } of items) {
    const baseline = Math.round((transform[5] ?? 0) * 2);
    lines.set(baseline, [...(lines.get(baseline) ?? []), { x: transform[4] ?? 0, text: str.trim() }]);
  }
  return [...lines]
    .sort(([a], [b]) => b - a)
    .map(([, texts]) =>
      texts
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' '),
    );
}

function tagsOf(node: Node | null): string[] {
  if (!node?.role) return [];
  const own = node.alt ? `${node.role} "${node.alt}"` : node.role;
  return [own, ...(node.children ?? []).flatMap(tagsOf)];
}
