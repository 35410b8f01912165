/** A saved picture's files, the first in its address. Two pixels for one of the layout; 'fill' covers the box. */
export const PICTURE_FILES = {
  logos: [
    // documents and emails: neither reads WebP everywhere
    { name: 'document.png', width: 800, height: 400, crop: 'fit' },
    { name: 'header.webp', width: 320, height: 88, crop: 'fit' },
    { name: 'login.webp', width: 384, height: 112, crop: 'fit' },
  ],
  'profile-pictures': [
    { name: 'profile.webp', width: 320, height: 320, crop: 'fill' },
    { name: 'header.webp', width: 88, height: 88, crop: 'fill' },
  ],
} as const;

export type PictureKind = keyof typeof PICTURE_FILES;
type PictureFile = (typeof PICTURE_FILES)[PictureKind][number]['name'];

/** The address of a saved picture in another of its sizes. */
export const pictureFile = (url: string, file: PictureFile): string =>
  url.replace(/-[a-z]+\.[a-z]+$/, `-${file}`);

export const IMAGE_TYPES = /^image\/(png|jpe?g|gif|webp|svg\+xml)$/;

/** The messages for files that are no pictures (docs/product/profile.md#uploads). */
export const NOT_AN_IMAGE = 'Please select an image file';
export const IMAGE_TOO_LARGE = 'File size must be less than 5MB';
