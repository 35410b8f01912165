/** The shape of an upload: unchanged, or a square that the picture covers ('crop') or fits into ('fit'). */
export type PictureShape = 'original' | 'crop' | 'fit';

/** In pixels; enough for every place that shows a picture. */
const MAX_SIDE = 1024;

/**
 * Draws a picture in a shape; the background of a fitted one is transparent.
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
  const reference = shape === 'crop' ? Math.min(width, height) : Math.max(width, height);
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
    canvas.toBlob(done, asPhoto ? 'image/jpeg' : 'image/png', 0.9);
  });
}
