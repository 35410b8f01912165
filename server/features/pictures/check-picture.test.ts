import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { checkPicture } from './check-picture';

const SIZES = [
  { name: 'large.png', width: 800, height: 400, crop: 'fit' },
  { name: 'square.webp', width: 88, height: 88, crop: 'fill' },
] as const;

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b4f6c' } });

const svg = (inside: string, attributes = 'width="24" height="12"') =>
  Buffer.from(
    `<?xml version="1.0"?><!-- Made by hand --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );

const sizesOf = async (bytes: Buffer) =>
  Promise.all(
    (await checkPicture(bytes, SIZES)).map(async ({ name, body }) => {
      const { width, height, format } = await sharp(body).metadata();
      return { name, width, height, format };
    }),
  );

describe('a picture is drawn in every size', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('from a %s', async (format) => {
    expect(await sizesOf(await plain(1000, 250).toFormat(format).toBuffer())).toEqual([
      { name: 'large.png', width: 800, height: 200, format: 'png' },
      { name: 'square.webp', width: 88, height: 88, format: 'webp' },
    ]);
  });

  test('and not enlarged to fit', async () => {
    expect((await sizesOf(await plain(20, 10).png().toBuffer()))[0]).toMatchObject({ width: 20, height: 10 });
  });

  test('but a drawing is as sharp as the size asks for', async () => {
    const [large] = await checkPicture(svg('<rect width="24" height="12" fill="#c00"/>'), SIZES);
    const { data, info } = await sharp(large?.body).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 800, height: 400 });
    expect([...data.subarray(0, 3)]).toEqual([0xcc, 0, 0]);
  });

  test('a drawing may be of any size, has its own fonts and pictures, and links', async () => {
    const dot = (await plain(1, 1).png().toBuffer()).toString('base64');
    const inside = `<style>@font-face { src: url(data:font/woff2;base64,AA) } rect { fill: url("#sky") }</style><rect fill="url(&quot;#sky&quot;)"/>
      <linearGradient id="sky" xlink:href="#other"/><a href="https://example.com"><rect width="9" height="9"/></a>
      <image href="data:image/png;base64,${dot}" width="9" height="9"/>`;
    expect((await sizesOf(svg(inside, 'width="60000" height="30000"')))[0]).toMatchObject({ width: 800 });
  });

  test('upright, and without the place where it was taken', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '27/1 28/1 0/1' } };
    const photo = await plain(200, 100).jpeg().withExif(gps).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(photo).metadata()).exif, 'the test photo has EXIF').toBeDefined();
    for (const { body } of await checkPicture(photo, SIZES)) {
      const { exif, xmp, iptc, orientation } = await sharp(body).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
    }
    expect((await sizesOf(photo))[0]).toMatchObject({ width: 100, height: 200 });
  });
});

const ACTIVE = /scripts or refers to other files/;

describe('what is refused', () => {
  test.each([
    ['a page named .png', Buffer.from('<html><svg></svg></html>'), /^Please select an image file$/],
    ['a PDF', Buffer.from('%PDF-1.7'), /^Please select an image file$/],
    ['nothing', Buffer.alloc(0), /^Please select an image file$/],
    ['an SVG in UTF-16', Buffer.from(`\ufeff${svg('')}`, 'utf16le'), /^Please select an image file$/],
    ['one byte too many', Buffer.alloc(5_242_881), /^File size must be less than 5MB$/],
    ['an SVG that is no XML', Buffer.from('<svg ><'), /cannot be read/],
    ['an SVG larger than any drawing', svg('', 'width="1e6" height="1e6"'), /cannot be read/],
  ])('%s', async (_, bytes, message) => {
    await expect(checkPicture(bytes, SIZES)).rejects.toThrow(message);
  });

  test.each([
    '<script>alert(1)</script>',
    '<rect onclick="alert(1)"/>',
    '<rect\n/onload = "alert(1)"/>',
    '<foreignObject><p>text</p></foreignObject>',
    '<image href="file:///etc/passwd" width="9" height="9"/>',
    '<image xlink:href="https://example.com/pixel.png"/>',
    "<image href = 'relative.png'/>",
    '<image href="&#x66;ile:///etc/passwd"/>',
    '<image href="data:image/svg+xml,&lt;svg/>"/>',
    '<style>@import "https://example.com/a.css";</style>',
    '<style>@\\69mport "a.css";</style>',
    '<rect style="fill: url( https://example.com/a.svg#b )"/>',
    "<rect fill='url(&quot;a.svg#b&quot;)'/>",
    '<a href="javascript:alert(1)"><rect onfocus=""/></a>',
  ])('an SVG with %s', async (inside) => {
    await expect(checkPicture(svg(inside), SIZES)).rejects.toThrow(ACTIVE);
  });

  test('an SVG that declares entities', async () => {
    const bytes = Buffer.from(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    );
    await expect(checkPicture(bytes, SIZES)).rejects.toThrow();
  });

  test('a picture of 100 megapixels, however few bytes it has', async () => {
    const bytes = await plain(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bytes.length).toBeLessThan(5_242_880);
    await expect(checkPicture(bytes, SIZES)).rejects.toThrow('more than 25 megapixels');
  });

  test('a photo that breaks off', async () => {
    const whole = await sharp({
      create: {
        width: 640,
        height: 480,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: '#000',
      },
    })
      .jpeg()
      .toBuffer();
    await expect(checkPicture(whole.subarray(0, whole.length / 2), SIZES)).rejects.toThrow('cannot be read');
  });

  test('a file made to keep the reader busy is answered in time', async () => {
    const slow = [
      ' '.repeat(4_000_000),
      '<!---->'.repeat(500_000),
      'url(href="on= '.repeat(300_000),
      'url( '.repeat(900_000),
    ];
    for (const inside of slow) {
      await Promise.allSettled([checkPicture(svg(inside), SIZES), checkPicture(Buffer.from(inside), SIZES)]);
    }
  }, 10_000);
});
