/** How a picture is sent: as it is, or as a square that it covers ('crop') or goes into whole ('fit'). */
export type PictureShape = 'original' | 'crop' | 'fit';

/** Enough for every place where a picture is shown. */
const MAX_SIDE = 1024;

/**
 * Draws a picture in the shape asked for; the ground of a fitted one is transparent.
 * @throws when the browser cannot read the picture
 */
export async function shapePicture(file: File, shape: PictureShape): Promise<Blob> {
  if (shape === 'original') return file;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await drawSquare(image, shape, file.type === 'image/jpeg' && shape === 'crop');
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function drawSquare(image: HTMLImageElement, shape: 'crop' | 'fit', asPhoto: boolean): Promise<Blob> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const [short, long] = width < height ? [width, height] : [height, width];
  const reference = shape === 'crop' ? short : long;
  const side = Math.min(MAX_SIDE, Math.round(reference));
  const scale = side / reference;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  canvas
    .getContext('2d')
    ?.drawImage(image, (side - drawnWidth) / 2, (side - drawnHeight) / 2, drawnWidth, drawnHeight);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The picture cannot be drawn'));
    if (asPhoto) canvas.toBlob(done, 'image/jpeg', 0.9);
    else canvas.toBlob(done, 'image/png');
  });
}
