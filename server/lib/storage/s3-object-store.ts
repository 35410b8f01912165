import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3ClientConfig } from '@aws-sdk/client-s3';
import { UPLOAD_MINUTES } from '@shared/limits';
import { type Config, ConfigError } from '../../config';
import { codeOf, UnavailableError } from '../errors';
import { openSpool } from '../work/spool';
import { type Announced, isObjectKey, type ObjectStore, ObjectTooLargeError } from './object-store';

/** Seconds without a byte in either direction until the store counts as not answering. */
export const STORE_SECONDS = 5;
const STORE_AWAY = 'The file store does not answer. Please try again in a few minutes.';
/** A separate error, because the SDK would try again what took too long, while someone waits. */
class SilentStoreError extends Error {}

function explainCredentials(error: Error): never {
  if (error.name !== 'CredentialsProviderError') throw error;
  throw new ConfigError(
    `S3_BUCKET: there are no credentials for the bucket: ${error.message}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  );
}

/** Objects in the bucket of any server that speaks S3. Browsers upload to it, so it has to allow PUT from the app's origin (CORS). */
export async function createS3Store(
  { bucket, region, endpoint }: NonNullable<Config['s3']>,
  credentials?: S3ClientConfig['credentials'],
  spoolFolder = tmpdir(),
): Promise<ObjectStore> {
  // only developers need the SDK's warning about dropped Node versions
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  // the SDK is fetched only where a bucket is: it is much the largest thing the server could load
  const {
    DeleteObjectCommand,
    GetObjectCommand,
    PutObjectCommand,
    paginateListObjectsV2,
    S3Client,
    S3ServiceException,
  } = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const patienceMs = STORE_SECONDS * 1000;
  const client = new S3Client({
    requestHandler: { connectionTimeout: patienceMs, socketTimeout: patienceMs },
    region,
    endpoint,
    credentials,
    // other servers have no name for each bucket, nor the checksums that AWS has added
    forcePathStyle: Boolean(endpoint),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const orSilent = (error: unknown) =>
    error instanceof Error && error.name === 'TimeoutError'
      ? new SilentStoreError(`No answer within ${STORE_SECONDS} seconds`)
      : error;
  /** Turns silence, a socket's error and S3's own faults into the error that people can read. */
  const orUnavailable = (thrown: unknown) => {
    const error = orSilent(thrown);
    const isBroken = error instanceof SilentStoreError || codeOf(error) !== '';
    const isAway = error instanceof S3ServiceException ? error.$fault === 'server' : isBroken;
    return isAway ? new UnavailableError(error, STORE_AWAY) : error;
  };
  const rejectAs = (as: (error: unknown) => unknown) => (error: unknown) => Promise.reject(as(error));
  client.middlewareStack.add((next) => (args) => next(args).catch(rejectAs(orSilent)), {
    step: 'deserialize',
  });
  client.middlewareStack.add((next) => (args) => next(args).catch(rejectAs(orUnavailable)), {
    step: 'initialize',
  });
  const presign = (key: string, now?: Date, announced?: Announced) => {
    const terms = announced && {
      ContentType: announced.contentType,
      ContentLength: announced.size,
      IfNoneMatch: '*',
    };
    return getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key, ...terms }), {
      expiresIn: UPLOAD_MINUTES * 60,
      signingDate: now,
      // else the SDK leaves out the type; where nothing was announced, it must sign nothing of the body
      signableHeaders: announced && new Set(['host', 'content-type', 'content-length', 'if-none-match']),
    });
  };
  async function* readAll(source: Readable) {
    try {
      yield* source;
    } catch (error) {
      throw orUnavailable(error);
    }
  }
  const find = (key: string): Promise<GetObjectCommandOutput | undefined> =>
    client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch((error) => {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
      throw error;
    });
  const { origin: uploadOrigin, pathname } = new URL(await presign('key').catch(explainCredentials));
  const basePath = pathname.slice(0, -'key'.length);

  const store: ObjectStore = {
    uploadOrigin,

    presignPut: async (key, { now, announced }) => ({
      url: await presign(key, now, announced),
      headers: announced && { 'Content-Type': announced.contentType, 'If-None-Match': '*' },
    }),

    keyOf(url) {
      if (!URL.canParse(url)) return undefined;
      const { origin, pathname: path } = new URL(url);
      const key = path.slice(basePath.length);
      return origin === uploadOrigin && path.startsWith(basePath) && isObjectKey(key) ? key : undefined;
    },

    async read(key, maxBytes) {
      const found = await find(key);
      if (!found) return undefined;
      if ((found.ContentLength ?? Number.POSITIVE_INFINITY) > maxBytes) {
        await found.Body?.transformToWebStream().cancel();
        throw new ObjectTooLargeError();
      }
      const body = await found.Body?.transformToByteArray().catch(rejectAs(orUnavailable));
      return body && { body: Buffer.from(body), contentType: found.ContentType };
    },

    async write(key, body, contentType) {
      const object = { Bucket: bucket, Key: key, Body: body, ContentType: contentType };
      await client.send(new PutObjectCommand(object));
    },

    async create(key, body, contentType) {
      // S3 asks for the length beforehand
      const spool = await openSpool(spoolFolder);
      const stored = spool.read();
      try {
        await spool.fill(body);
        const terms = { ContentType: contentType, ContentLength: spool.bytes, IfNoneMatch: '*' };
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: stored, ...terms }));
      } finally {
        stored.destroy();
        await spool.close();
      }
    },

    async open(key) {
      const found = await find(key);
      return found && Readable.from(readAll(found.Body as Readable), { objectMode: false });
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async removeAll(prefix) {
      for await (const { key } of store.list(prefix)) await store.remove(key);
    },

    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key: key, LastModified: lastModified } of page.Contents ?? [])
          if (key && lastModified) yield { key, lastModified };
      }
    },
  };
  return store;
}
