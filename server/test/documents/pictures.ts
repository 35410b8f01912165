import sharp from 'sharp';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;

/** A picture of one colour, in the format asked for. */
export const plainPicture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#0b4f6c' } })
    .toFormat(format)
    .toBuffer();

/** A photo, as far as its bytes go, with the place where it was taken. */
export const photo = (width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '27/1 28/1 0/1' } })
    .jpeg()
    .toBuffer();

export const drawing = (inside = '<rect width="24" height="12" fill="#c00"/>') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12">${inside}</svg>`);
