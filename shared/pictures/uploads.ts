import * as z from 'zod/mini';
import { LENGTHS, MAX_IMAGE_BYTES } from '../limits';
import { IMAGE_TOO_LARGE, IMAGE_TYPES, NOT_AN_IMAGE } from './pictures';

/** POST /api/objects/upload: what alone the address then accepts (docs/product/profile.md#uploads). */
export const uploadInputSchema = z.object({
  contentType: z.optional(z.string(NOT_AN_IMAGE).check(z.regex(IMAGE_TYPES, NOT_AN_IMAGE))),
  /** Bytes. */
  size: z.optional(
    z.int(NOT_AN_IMAGE).check(z.gte(1, NOT_AN_IMAGE), z.lte(MAX_IMAGE_BYTES, IMAGE_TOO_LARGE)),
  ),
});
export type UploadInput = z.infer<typeof uploadInputSchema>;

/** `headers` must be sent with an announced upload. */
export const uploadAnswerSchema = z.strictObject({
  uploadURL: z.url(),
  headers: z.optional(z.record(z.string(), z.string())),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;

/** An upload address, with or without its query; null removes the picture. */
const pictureAddress = z.nullable(
  z.string('Must be an upload address or null').check(z.maxLength(LENGTHS.url * 4)),
);

const oneLogo = 'Name the logo by logoUrl';

/** PUT /api/profile/logo and PUT /api/bea-holders/logo take both spellings (docs/product/profile.md#uploads). */
export const saveLogoSchema = z.pipe(
  z
    .strictObject({ logoUrl: z.optional(pictureAddress), logoURL: z.optional(pictureAddress) })
    .check(z.refine(({ logoUrl, logoURL }) => (logoUrl === undefined) !== (logoURL === undefined), oneLogo)),
  z.transform(({ logoUrl, logoURL }) => ({ logoUrl: logoUrl === undefined ? (logoURL ?? null) : logoUrl })),
);

/** PUT /api/profile with a picture (docs/product/profile.md#profile). */
export const saveProfilePictureSchema = z.strictObject({ profilePictureUrl: pictureAddress });
