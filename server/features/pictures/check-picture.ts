import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '@shared/limits';
import { IMAGE_TOO_LARGE, NOT_AN_IMAGE } from '@shared/pictures/pictures';
import sharp from 'sharp';
import { ValidationError } from '../../lib/errors';

/** A size to draw a picture in: inside the box, or covering it; in pixels. */
type ImageSize = { name: `${string}.${'png' | 'webp'}`; width: number; height: number; crop: 'fit' | 'fill' };

const TOO_MANY_PIXELS = `The picture has more than ${MAX_IMAGE_PIXELS / 1_000_000} megapixels. Please choose a smaller one.`;
const UNREADABLE = 'The picture cannot be read. It may be damaged; please choose another.';
const ACTIVE_SVG = 'The SVG contains scripts or refers to other files. Please save it without them.';

/** A drawing is made this large, whatever size it gives itself, so that it is sharp in every size asked for. */
const DRAWING_PIXELS = 1024;
const DEFAULT_DPI = 72;

/** The first bytes of PNG, JPEG, GIF and WebP files, in hex. */
const signatures = /^(89504e470d0a1a0a|ffd8ff|47494638(37|39)61|52494646.{8}57454250)/;

const beforeSvg = /^\s*(<\?xml[^>]*\?>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^[>]*>\s*)*<svg[\s>]/i;

/** The text of an SVG file; undefined for anything else, and for encodings that could hide what is in it. */
function svgText(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const encoding = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1] ?? 'utf-8';
    return beforeSvg.test(text) && /^(utf-8|us-ascii)$/i.test(encoding) ? text : undefined;
  } catch {
    return undefined;
  }
}

const activeContent: readonly RegExp[] = [
  /<(?:\w+:)?(script|foreignObject|iframe|object|embed|handler|listener)[\s>/]/i,
  /[\s"'/]on\w+\s*=/i,
  /<!ENTITY|<!ELEMENT|<!ATTLIST|<\?xml-stylesheet|<xi:include/i,
  /javascript:/i,
  // CSS: a rule that fetches, and an escape that could spell one
  /@(import|\\)/i,
];
const references: readonly RegExp[] = [
  /\b(?:href|src)\s*=\s*(?:"(?<target>[^"]*)|'(?<other>[^']*))/gi,
  /\burl\s*\((?<target>[^)]*)/gi,
];
const withinItself =
  /^[\s"']*(#|data:image\/(png|jpe?g|gif|webp)[;,]|data:(font\/|application\/(x-)?font)|$)/i;

/** Whether an SVG does more than draw itself. The renderer fetches and runs nothing, so its drawing is not what its author sees. */
function isActive(svg: string): boolean {
  const text = svg
    // a link leads out of the picture when clicked, and nothing is fetched for it
    .replace(/<(?:\w+:)?a\s[^<>]*>/gi, '<a>')
    .replace(/&#(x?)([0-9a-f]{1,6});/gi, (_, hex, digits) =>
      String.fromCodePoint(Math.min(Number.parseInt(digits, hex ? 16 : 10) || 0, 0x10ffff)),
    )
    .replace(/&(quot|apos);/g, "'");
  return activeContent.some((pattern) => pattern.test(text)) || references.some(leadOut(text));
}

/** Whether a reference of the text is to something outside of it. Looks at one after another: a file can have a million. */
const leadOut = (text: string) => (pattern: RegExp) => {
  for (const { groups } of text.matchAll(pattern))
    if (!withinItself.test(groups?.target ?? groups?.other ?? '')) return true;
  return false;
};

/** Opens a picture; nothing is decoded yet. */
async function open(bytes: Buffer) {
  const isBitmap = signatures.test(bytes.toString('hex', 0, 16));
  const svg = isBitmap ? undefined : svgText(bytes);
  if (!svg && !isBitmap) throw new ValidationError(NOT_AN_IMAGE);
  if (svg && isActive(svg)) throw new ValidationError(ACTIVE_SVG);
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (!svg && width * height > MAX_IMAGE_PIXELS) throw new ValidationError(TOO_MANY_PIXELS);
  const enlarged = (DEFAULT_DPI * DRAWING_PIXELS) / Math.max(width, height);
  const density = svg ? Math.min(100_000, Math.max(1, enlarged)) : DEFAULT_DPI;
  const image = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, autoOrient: true, density });
  return { image, isDrawing: svg !== undefined };
}

/**
 * Draws an uploaded picture in each of the sizes, upright and without its metadata (docs/product/profile.md#uploads).
 * @throws ValidationError for what is no picture, is damaged, too large, or an SVG that does more than draw
 */
export async function checkPicture(bytes: Buffer, sizes: readonly ImageSize[]) {
  if (bytes.length > MAX_IMAGE_BYTES) throw new ValidationError(IMAGE_TOO_LARGE);
  try {
    const { image, isDrawing } = await open(bytes);
    const files = [];
    for (const { name, width, height, crop } of sizes) {
      const fit = crop === 'fit' ? 'inside' : 'cover';
      const withoutEnlargement = crop === 'fit' && !isDrawing;
      const resized = image.clone().resize({ width, height, fit, withoutEnlargement });
      const file = name.endsWith('.png') ? resized.png() : resized.webp({ quality: 85 });
      files.push({ name, body: await file.toBuffer() });
    }
    return files;
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    throw new ValidationError(UNREADABLE);
  }
}
