import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
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
import { type Call, inTransaction } from '../../lib/call';
import type { Db, Tx } from '../../lib/database/db';
import { asHolder, asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  ValidationError,
} from '../../lib/errors';
import { checkPicture } from '../../lib/storage/check-picture';
import {
  FILES_PATH,
  type ObjectStore,
  ObjectTooLargeError,
  type StoredObject,
  type UploadQuery,
} from '../../lib/storage/object-store';
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

/** Of the store; below each, one for each holder. */
const FOLDERS = ['uploads', ...Object.keys(PICTURE_FILES)];
const HOUR_MS = 60 * 60 * 1000;
/** More than a person needs before an address expires, retries included. */
const MAX_OPEN_UPLOADS = 40;

const uploadNotFound = () =>
  new NotFoundError(
    'This upload is not there: it has expired or was used already. Please upload the picture again.',
  );

const randomName = () => randomBytes(24).toString('hex');

/**
 * Makes an address that accepts one picture of the holder. See docs/product.md#uploads.
 * @param origin of this server, as the client knows it
 * @param picture what the address is to take and nothing else, where the client says so
 * @throws TooManyRequestsError when the holder has too many unused ones: no one may fill the store
 */
export async function createUpload(
  call: Call,
  storage: ObjectStore,
  origin: string,
  picture: UploadInput,
): Promise<UploadAnswer> {
  const { holderId, now } = call;
  const key = `uploads/${holderId}/${randomName()}`;
  const expiresAt = new Date(now.getTime() + UPLOAD_MINUTES * 60_000);
  await inTransaction(call, async ({ db }) => {
    if ((await lockAndCountOpenUploads(db, holderId, now)) >= MAX_OPEN_UPLOADS) {
      throw new TooManyRequestsError(
        'Too many uploads at once. Please try again in a few minutes.',
        UPLOAD_MINUTES * 60,
      );
    }
    await insertUpload(db, holderId, { key, createdAt: now, expiresAt });
  });
  const { contentType, size } = picture;
  const announced = contentType && size ? { contentType, size } : undefined;
  const { url, headers } = await storage.presignPut(key, { origin, now, announced });
  return { uploadURL: url, headers };
}

type IncomingUpload = {
  holderId: string;
  name: string;
  query: UploadQuery;
  contentType: string | undefined;
  /** In bytes, as the sender declares it. */
  length: number;
  body: Readable;
};

/**
 * Stores what is PUT to an upload address of this server.
 * @throws ForbiddenError for an address that was not signed here or has expired; 415 and 413 for what is no picture or
 * larger than 5 MB; ConflictError for a second PUT
 */
export async function receiveUpload(
  { db, now }: Pick<Call, 'db' | 'now'>,
  receiver: NonNullable<ObjectStore['uploads']>,
  { holderId, name, query, contentType, length, body }: IncomingUpload,
): Promise<void> {
  const key = `uploads/${holderId}/${name}`;
  const tooLarge = () => new AppError(413, 'too-large', IMAGE_TOO_LARGE);
  if (!receiver.isSigned(key, query, { contentType, length, now })) {
    throw new ForbiddenError(
      'The upload address is not valid, or has expired. Please start the upload again.',
    );
  }
  if (!IMAGE_TYPES.test(contentType ?? '')) throw new AppError(415, 'unsupported-media-type', NOT_AN_IMAGE);
  if (length > MAX_IMAGE_BYTES) throw tooLarge();
  const received = await receiver.receive(key, body, MAX_IMAGE_BYTES).catch((error: unknown) => {
    throw error instanceof ObjectTooLargeError ? tooLarge() : error;
  });
  if (await markReceived(asHolder(db, holderId), holderId, key, now)) return received.keep();
  await received.drop();
  throw new ConflictError('This upload address was used already. Please start the upload again.');
}

async function drawUpload(upload: StoredObject | undefined, kind: PictureKind) {
  if (!upload) throw uploadNotFound();
  if (upload.contentType !== undefined && !IMAGE_TYPES.test(upload.contentType)) {
    throw new ValidationError(NOT_AN_IMAGE);
  }
  return checkPicture(upload.body, PICTURE_FILES[kind]);
}

/** A stored picture that belongs to no one until `claim` succeeds in the transaction that saves its address. */
export type NewPicture = {
  url: string;
  /** @throws NotFoundError when the upload was saved by another request meanwhile */
  claim(tx: Tx): Promise<void>;
  /** Removes the upload; call it after the claim. */
  dropUpload(): Promise<void>;
  /** Removes the picture itself where it was not claimed. */
  discard(): Promise<void>;
};

const DAY_MS = 24 * HOUR_MS;
const keyOfPicture = (url: string) => url.slice(FILES_PATH.length);

/** Keeps a picture that was removed for a day, in which its holder can take it back by its address. */
export async function keepRemoved({ db, holderId, now }: Call<Tx>, url: string): Promise<void> {
  const expiresAt = new Date(now.getTime() + DAY_MS);
  await insertUpload(db, holderId, { key: keyOfPicture(url), createdAt: now, expiresAt });
}

/** The holder's own picture at an address, which was removed. @throws NotFoundError where it is no longer kept */
async function takeBack({ db, holderId }: Call, url: string): Promise<NewPicture> {
  const key = keyOfPicture(url);
  const gone = () => new NotFoundError('This picture is no longer kept. Please upload it again.');
  if (!(await findUpload(db, holderId, key))) throw gone();
  return {
    url,
    async claim(tx) {
      if (!(await removeUpload(tx, holderId, key))) throw gone();
    },
    dropUpload: async () => {},
    discard: async () => {},
  };
}

/**
 * Makes a holder's picture from an upload, or takes a removed one back. An upload that is no picture is removed at once.
 * @param address where it was uploaded to, with or without its query; or the removed picture's own
 * @throws ValidationError for a foreign address, or what is no picture; NotFoundError for an upload of another
 * holder, and for one that was used, has expired or never came
 */
export async function makePicture(
  call: Call,
  storage: ObjectStore,
  kind: PictureKind,
  upload: { address: string; origin: string },
): Promise<NewPicture> {
  const { db, holderId } = call;
  if (upload.address.startsWith(`${FILES_PATH}${kind}/${holderId}/`)) return takeBack(call, upload.address);
  const key = storage.keyOf(upload.address, upload.origin);
  if (!key) throw new ValidationError('Only a picture that was uploaded here can be saved');
  if (!(await findUpload(db, holderId, key))) throw uploadNotFound();
  const dropUpload = () => storage.remove(key);
  try {
    const files = await drawUpload(await storage.read(key, MAX_IMAGE_BYTES), kind);
    const stem = `${kind}/${holderId}/${randomName()}`;
    for (const { name, body } of files) await storage.write(`${stem}-${name}`, body, contentTypeOf(name));
    const url = `${FILES_PATH}${stem}-${PICTURE_FILES[kind][0].name}`;
    return {
      url,
      async claim(tx) {
        if (!(await removeUpload(tx, holderId, key))) throw uploadNotFound();
      },
      dropUpload,
      discard: () => removePicture(storage, url),
    };
  } catch (error) {
    const refusal = error instanceof ObjectTooLargeError ? new ValidationError(IMAGE_TOO_LARGE) : error;
    if (refusal instanceof ValidationError) {
      await removeUpload(db, holderId, key);
      await dropUpload();
    }
    throw refusal;
  }
}

const keysOf = (url: string): string[] => {
  const kind = url.startsWith(`${FILES_PATH}logos/`) ? 'logos' : 'profile-pictures';
  return PICTURE_FILES[kind].map(({ name }) => keyOfPicture(pictureFile(url, name)));
};

/** Removes a picture in all its sizes. */
export async function removePicture(storage: ObjectStore, url: string): Promise<void> {
  await Promise.all(keysOf(url).map((key) => storage.remove(key)));
}

/** Removes every object of a holder, uploads included. */
export async function removeObjectsOf(storage: ObjectStore, holderId: string): Promise<void> {
  for (const folder of FOLDERS) await storage.removeAll(`${folder}/${holderId}/`);
}

const contentTypeOf = (name: string): string => (name.endsWith('.png') ? 'image/png' : 'image/webp');

/** Finds one file of a picture. @returns undefined when there is none of that name */
export async function findPictureFile(storage: ObjectStore, kind: PictureKind, path: string) {
  const name = PICTURE_FILES[kind].map((file) => file.name).find((file) => path.endsWith(`-${file}`));
  if (!name || !/^[\w-]+\/[\w-]+\.[a-z]+$/.test(path)) return undefined;
  const file = await storage.read(`${kind}/${path}`, MAX_IMAGE_BYTES);
  return file && { body: file.body, contentType: contentTypeOf(name) };
}

/** The logo as documents and emails show it, a PNG; undefined for a holder without one. */
export async function findDocumentLogo(
  storage: ObjectStore,
  { logoUrl }: { logoUrl: string | null },
): Promise<Buffer | undefined> {
  if (!logoUrl) return undefined;
  const key = pictureFile(logoUrl, 'document.png').slice(FILES_PATH.length);
  return (await storage.read(key, MAX_IMAGE_BYTES))?.body;
}

/** A picture's address without its size. */
const stemOf = (path: string) => pictureFile(path, 'document.png');

/**
 * Removes uploads that were never saved, and pictures that no row refers to, an hour after they were stored or could no longer be
 * taken back. Several processes
 * may do it at once.
 */
export async function sweepUploads(
  { db, storage }: Pick<AppDeps, 'storage'> & { db: Db },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS);
  await removeUploadsExpiredBefore(asService(db), before);
  const removed = (await listRemovedPictures(asService(db))).map((key) => `${FILES_PATH}${key}`);
  const inUse = new Set([...(await listPictureUrls(asService(db))), ...removed].map(stemOf));
  for (const folder of FOLDERS) {
    for await (const { key, lastModified } of storage.list(`${folder}/`)) {
      if (lastModified < before && !inUse.has(stemOf(`${FILES_PATH}${key}`))) await storage.remove(key);
    }
  }
}
