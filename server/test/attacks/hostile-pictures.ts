import { deflateSync } from 'node:zlib';
import { MAX_IMAGE_BYTES } from '@shared/limits';
import sharp from 'sharp';
import { drawing } from '../documents/pictures';
import { crc32 } from './hostile-archives';

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint16LE = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
}

/** A black PNG. @param bits of a pixel: 1 or 8 */
function png(
  width: number,
  height: number,
  { bits = 8, more = Buffer.alloc(0) }: { bits?: number; more?: Buffer } = {},
): Buffer {
  const row = 1 + Math.ceil((width * bits) / 8);
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([bits, 0, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    more,
    chunk('IDAT', deflateSync(Buffer.alloc(row * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function gif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.concat([
    Buffer.from('GIF89a'),
    uint16LE(width, height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.concat([
    Buffer.from('21f904040100000000', 'hex').subarray(0, 8),
    Buffer.from([0x2c]),
    uint16LE(0, 0, 1, 1),
    Buffer.from('00024401003b', 'hex').subarray(0, 5),
    Buffer.from([0]),
  ]);
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** A progressive JPEG whose last scan is there many times. */
async function manyScans(scans: number): Promise<Buffer> {
  const create = { width: 4900, height: 4900, channels: 3, background: '#0b4f6c' } as const;
  const jpeg = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  const last = jpeg.lastIndexOf('ffda', undefined, 'hex');
  const scan = jpeg.subarray(last, -2);
  const times = Math.min(scans, Math.floor((MAX_IMAGE_BYTES - jpeg.length) / scan.length));
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(times).fill(scan), jpeg.subarray(-2)]);
}

/** A JPEG that claims another size. */
async function claimed(width: number, height: number): Promise<Buffer> {
  const create = { width: 8, height: 8, channels: 3, background: '#000' } as const;
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const at = jpeg.indexOf('ffc0', undefined, 'hex');
  jpeg.writeUInt16BE(height, at + 5);
  jpeg.writeUInt16BE(width, at + 7);
  return jpeg;
}

/** Each group uses the one before ten times. */
const uses = (levels: number) =>
  Array.from({ length: levels }, (_, level) =>
    level === 0
      ? '<g id="a0"><rect width="9" height="9"/></g>'
      : `<g id="a${level}">${`<use href="#a${level - 1}" x="${level}"/>`.repeat(10)}</g>`,
  ).join('');

const embedded = (picture: Buffer) =>
  drawing(`<image width="24" height="12" href="data:image/png;base64,${picture.toString('base64')}"/>`);

const _filter = (inside: string) =>
  drawing(
    `<filter id="f" x="-1000%" y="-1000%" width="3000%" height="3000%">${inside}</filter><rect width="24" height="12" filter="url(#f)"/>`,
  );

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b4f6c' } });

/**
 * Files that someone might upload as a picture, by what is wrong with them. Each is refused in words, or drawn.
 */
export const hostilePictures: Record<string, () => Buffer | Promise<Buffer>> = {
  'an SVG with a PNG of 20,000 by 20,000 in it': () => embedded(png(20_000, 20_000, { bits: 1 })),
  'a PNG of 1 by 25,000,000': () => png(1, 25_000_000),
  'a PNG with a colour profile that unpacks to 500 MB': () =>
    png(8, 8, {
      more: chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(500_000_000))])),
    }),
  'a PNG with 100,000 chunks': () =>
    png(8, 8, { more: Buffer.concat(Array<Buffer>(100_000).fill(chunk('tEXt', Buffer.from('a\0b')))) }),
  'a PNG that is a web page too': () =>
    Buffer.concat([png(8, 8), Buffer.from('<script>alert(1)</script>'.repeat(1000))]),
  'a JPEG that claims 65,535 by 65,535': () => claimed(65_535, 65_535),
  'a JPEG of thousands of scans': () => manyScans(50_000),
  'a GIF of 200,000 frames': () => gif(1, 1, 200_000),
  'a WebP of 25 megapixels': () => blank(5000, 5000).webp().toBuffer(),
  'an SVG of nested patterns': () =>
    drawing(
      `${Array.from({ length: 8 }, (_, level) => `<pattern id="p${level}" width="0.001" height="0.001"><rect width="9" height="9" fill="${level ? `url(#p${level - 1})` : 'red'}"/></pattern>`).join('')}<rect width="24" height="12" fill="url(#p7)"/>`,
    ),
  'an SVG nested 200,000 deep': () => drawing('<g>'.repeat(200_000) + '</g>'.repeat(200_000)),
  'an SVG of entities': () =>
    Buffer.from(
      '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
    ),
  'an SVG of giant letters': () => drawing(`<text font-size="1e9">${'W'.repeat(100_000)}</text>`),
  'an SVG of a billion by a billion': () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><rect width="9" height="9"/></svg>',
    ),
  'an SVG that names its encoding often': () => Buffer.from(`<?xml ${'encoding '.repeat(500_000)}?><svg/>`),
};

/** An endless drawing: any process that draws it is killed. */
export const endlessPicture = () => drawing(uses(12));
