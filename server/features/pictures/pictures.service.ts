import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shared/durations';
import { MAX_IMAGE_BYTES, UPLOAD_MINUTES } from '@shared/limits';
import {
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
  NOT_AN_IMAGE,
  PICTURE_FILES,
  type PictureKind,
  pictureFile,
} from '@shared/pictures/pictures';
import type { UploadAnswer, UploadInput } from '@shared/pictures/uploads';
import type { Holder } from '@shared/tables/holders';
import { type AnonymousCall, type Call, inTransaction } from '../../lib/call';
import type { Db, Tx } from '../../lib/database/db';
import { asHolder, asService } from '../../lib/database/isolation';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  ValidationError,
} from '../../lib/errors';
import {
  FILES_PATH,
  type IncomingUpload,
  type ObjectStore,
  ObjectTooLargeError,
  type UploadQuery,
} from '../../lib/storage/object-store';
import { checkPicture } from './check-picture';
import {
  findUpload,
  insertUpload,
  listPictureUrls,
  listRemovedPictures,
  lockAndCountOpenUploads,
  markReceived,
  removeUpload,
  removeUploadsExpiredBefore,
} from './pictures.repository';

/** The store's folders that have one folder for each holder. */
const FOLDERS = ['uploads', ...Object.keys(PICTURE_FILES)];
/** More than a person needs before an address expires, retries included. */
const MAX_OPEN_UPLOADS = 40;

const randomName = () => randomBytes(24).toString('hex');
const keyOfPicture = (url: string) => url.slice(FILES_PATH.length);
const contentTypeOf = (name: string): string => (name.endsWith('.png') ? 'image/png' : 'image/webp');

/**
 * Makes an address that accepts one picture of the holder (docs/product/profile.md#uploads).
 * @throws TooManyRequestsError when the holder has too many unused ones, so that the store is not filled up
 */
export async function createUpload(
  call: Call,
  storage: ObjectStore,
  origin: string,
  { contentType, size }: UploadInput,
): Promise<UploadAnswer> {
  const { holderId, now } = call;
  const key = `uploads/${holderId}/${randomName()}`;
  const expiresAt = new Date(now.getTime() + UPLOAD_MINUTES * MINUTE_MS);
  await inTransaction(call, async ({ db }) => {
    if ((await lockAndCountOpenUploads(db, holderId, now)) >= MAX_OPEN_UPLOADS) {
      const message = 'Too many uploads at once. Please try again in a few minutes.';
      throw new TooManyRequestsError(message, UPLOAD_MINUTES * 60);
    }
    await insertUpload(db, holderId, { key, createdAt: now, expiresAt });
  });
  const announced = contentType && size ? { contentType, size } : undefined;
  const { url, headers } = await storage.presignPut(key, { origin, now, announced });
  return { uploadURL: url, headers };
}

/** Stores what is PUT to an upload address of this server. @throws AppError for whatever that address does not accept, or accepted before */
export async function receiveUpload(
  { db, now }: AnonymousCall,
  receiver: NonNullable<ObjectStore['uploads']>,
  { holderId, name }: { holderId: string; name: string },
  { query, body, ...upload }: Omit<IncomingUpload, 'now'> & { query: UploadQuery; body: Readable },
): Promise<void> {
  const { contentType, length } = upload;
  const key = `uploads/${holderId}/${name}`;
  const tooLarge = () => new AppError(413, 'too-large', IMAGE_TOO_LARGE);
  const expired = 'The upload address is not valid, or has expired. Please start the upload again.';
  if (!receiver.isSigned(key, query, { ...upload, now })) throw new ForbiddenError(expired);
  if (!IMAGE_TYPES.test(contentType ?? '')) throw new AppError(415, 'unsupported-media-type', NOT_AN_IMAGE);
  if (length > MAX_IMAGE_BYTES) throw tooLarge();
  const received = await receiver.receive(key, body, MAX_IMAGE_BYTES).catch((error: unknown) => {
    throw error instanceof ObjectTooLargeError ? tooLarge() : error;
  });
  if (await markReceived(asHolder(db, holderId), holderId, key, now)) return received.keep();
  await received.drop();
  throw new ConflictError('This upload address was used already. Please start the upload again.');
}

/** A stored picture without an owner until the transaction that saves its address claims it. */
export type NewPicture = {
  url: string;
  /** The key of the upload that it was made from; undefined for a restored picture. */
  uploadKey: string | undefined;
};

const uploadNotFound = () =>
  new NotFoundError(
    'This upload is not there: it has expired or was used already. Please upload the picture again.',
  );
const notRestorable = () =>
  new NotFoundError('This picture can no longer be restored. Please upload it again.');

/** @throws NotFoundError when another request claimed the picture meanwhile */
export async function claimPicture({ db, holderId }: Call<Tx>, { url, uploadKey }: NewPicture) {
  const isClaimed = await removeUpload(db, holderId, uploadKey ?? keyOfPicture(url));
  if (!isClaimed) throw uploadKey ? uploadNotFound() : notRestorable();
}

/** Stores a removed picture's address for a day, in which its holder can restore it. */
export async function keepForRestore({ db, holderId, now }: Call<Tx>, url: string): Promise<void> {
  const expiresAt = new Date(now.getTime() + DAY_MS);
  await insertUpload(db, holderId, { key: keyOfPicture(url), createdAt: now, expiresAt });
}

/**
 * Makes a holder's picture from an upload, or restores a removed one. An upload that is no picture is removed at once.
 * @param upload.address the address that it was uploaded to, with or without its query; or the removed picture's own
 */
export async function makePicture(
  { db, holderId }: Call,
  storage: ObjectStore,
  kind: PictureKind,
  { address, origin }: { address: string; origin: string },
): Promise<NewPicture> {
  if (address.startsWith(`${FILES_PATH}${kind}/${holderId}/`)) {
    if (!(await findUpload(db, holderId, keyOfPicture(address)))) throw notRestorable();
    return { url: address, uploadKey: undefined };
  }
  const key = storage.keyOf(address, origin);
  if (!key) throw new ValidationError('Only a picture that was uploaded here can be saved');
  if (!(await findUpload(db, holderId, key))) throw uploadNotFound();
  try {
    const files = await drawUpload(storage, key, kind);
    const stem = `${kind}/${holderId}/${randomName()}`;
    for (const { name, body } of files) await storage.write(`${stem}-${name}`, body, contentTypeOf(name));
    return { url: `${FILES_PATH}${stem}-${PICTURE_FILES[kind][0].name}`, uploadKey: key };
  } catch (error) {
    const refusal = error instanceof ObjectTooLargeError ? new ValidationError(IMAGE_TOO_LARGE) : error;
    if (refusal instanceof ValidationError) {
      await removeUpload(db, holderId, key);
      await storage.remove(key);
    }
    throw refusal;
  }
}

async function drawUpload(storage: ObjectStore, key: string, kind: PictureKind) {
  const upload = await storage.read(key, MAX_IMAGE_BYTES);
  if (!upload) throw uploadNotFound();
  const { contentType, body } = upload;
  if (contentType !== undefined && !IMAGE_TYPES.test(contentType)) throw new ValidationError(NOT_AN_IMAGE);
  return checkPicture(body, PICTURE_FILES[kind]);
}

export async function removePicture(storage: ObjectStore, url: string): Promise<void> {
  const kind = url.startsWith(`${FILES_PATH}logos/`) ? 'logos' : 'profile-pictures';
  const files = PICTURE_FILES[kind].map(({ name }) => pictureFile(url, name));
  await Promise.all(files.map((file) => storage.remove(keyOfPicture(file))));
}

export async function removeObjectsOf(storage: ObjectStore, holderId: string): Promise<void> {
  for (const folder of FOLDERS) await storage.removeAll(`${folder}/${holderId}/`);
}

export async function findPictureFile(storage: ObjectStore, kind: PictureKind, path: string) {
  const name = PICTURE_FILES[kind].map((file) => file.name).find((file) => path.endsWith(`-${file}`));
  if (!name || !/^[\w-]+\/[\w-]+\.[a-z]+$/.test(path)) return undefined;
  const file = await storage.read(`${kind}/${path}`, MAX_IMAGE_BYTES);
  return file && { content: file.body, type: contentTypeOf(name) };
}

/** The logo as documents and emails show it, a PNG; undefined for a holder without one. */
export async function findDocumentLogo(storage: ObjectStore, { logoUrl }: Pick<Holder, 'logoUrl'>) {
  if (!logoUrl) return undefined;
  const key = keyOfPicture(pictureFile(logoUrl, 'document.png'));
  return (await storage.read(key, MAX_IMAGE_BYTES))?.body;
}

/** Removes uploads that were never saved, and pictures that no row refers to, after an hour. Several processes may do it at once. */
export async function sweepUploads({ db, storage }: { db: Db; storage: ObjectStore }, now: Date) {
  const service = asService(db);
  const before = new Date(now.getTime() - HOUR_MS);
  await removeUploadsExpiredBefore(service, before);
  // one address covers all sizes
  const anySize = (key: string) => pictureFile(key, 'document.png');
  const saved = (await listPictureUrls(service)).map(keyOfPicture);
  const inUse = new Set([...saved, ...(await listRemovedPictures(service))].map(anySize));
  for (const folder of FOLDERS)
    for await (const { key, lastModified } of storage.list(`${folder}/`))
      if (lastModified < before && !inUse.has(anySize(key))) await storage.remove(key);
}
