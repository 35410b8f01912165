import * as z from 'zod/mini';
import { LENGTHS } from '../limits';

/** POST /api/objects/upload. */
export const uploadAnswerSchema = z.strictObject({ uploadURL: z.url() });
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;

/** An upload address, with or without its query; null takes the picture away. */
const pictureAddress = z.nullable(
  z.string('Must be an upload address or null').check(z.maxLength(LENGTHS.url * 4)),
);

const oneLogo = 'Name the logo by logoUrl';

/** PUT /api/profile/logo and PUT /api/bea-holders/logo take both spellings (docs/product.md#uploads). */
export const saveLogoSchema = z.pipe(
  z
    .strictObject({ logoUrl: z.optional(pictureAddress), logoURL: z.optional(pictureAddress) })
    .check(z.refine(({ logoUrl, logoURL }) => (logoUrl === undefined) !== (logoURL === undefined), oneLogo)),
  z.transform(({ logoUrl, logoURL }) => ({ logoUrl: logoUrl === undefined ? (logoURL ?? null) : logoUrl })),
);

/** PUT /api/profile with a picture (docs/product.md#profile). */
export const saveProfilePictureSchema = z.strictObject({ profilePictureUrl: pictureAddress });
