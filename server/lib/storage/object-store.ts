import type { Readable } from 'node:stream';

/** The path under which this server takes uploads and hands out pictures. */
export const FILES_PATH = '/files/';

/** A picture that is to be uploaded: its type, and its size in bytes. */
export type Announced = { contentType: string; size: number };

/** A store of files: a folder of this server or an S3 bucket. Keys look like "logos/{holderId}/{random}-header.webp". */
export type ObjectStore = {
  /** The origin that browsers send uploads to, if it is another than this server's. */
  uploadOrigin: string | undefined;
  /**
   * An address that accepts one file by PUT, for UPLOAD_MINUTES from `now`, and the headers that must be sent to it. Where nothing is
   * `announced` it accepts anything, and S3 accepts it again. `origin` is this server's own, as the client that asks knows it.
   */
  presignPut(
    key: string,
    options: { origin: string; now: Date; announced?: Announced | undefined },
  ): Promise<{ url: string; headers: Record<string, string> | undefined }>;
  /** The key of an upload address, with or without its query; undefined for an address that is not this store's. */
  keyOf(url: string, origin: string): string | undefined;
  /**
   * Reads an object; undefined without one. Its type is undefined where the store checks it when it takes the object.
   * @throws ObjectTooLargeError beyond `maxBytes`, without reading it
   */
  read(key: string, maxBytes: number): Promise<{ body: Buffer; contentType: string | undefined } | undefined>;
  /** Stores an object whole or not at all. */
  write(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Stores an object that is never replaced, whole or not at all. @throws Error when there is one of this key */
  create(key: string, body: Readable, contentType: string): Promise<void>;
  /** Opens a stream of an object's bytes; undefined without one. */
  open(key: string): Promise<Readable | undefined>;
  /** Removes an object, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes every object below a prefix that ends in "/", unfinished ones and empty folders too. */
  removeAll(prefix: string): Promise<void>;
  /** Lists every object below a prefix that ends in "/", or of the whole store for an empty one; unfinished ones too. */
  list(prefix: string): AsyncIterable<{ key: string; lastModified: Date }>;
  /** Present in a store whose uploads come through this server. */
  uploads?: {
    /** Whether `presignPut` made an upload address, for such an upload, and it has not expired. */
    isSigned(key: string, query: UploadQuery, upload: IncomingUpload): boolean;
    /** Stores an upload until the caller calls `keep` or `drop`. @throws ObjectTooLargeError beyond `maxBytes`, with nothing left */
    receive(
      key: string,
      body: Readable,
      maxBytes: number,
    ): Promise<{ keep(): Promise<void>; drop(): Promise<void> }>;
  };
};

/** The query of an upload address of this server; a stranger may have written anything there. */
export type UploadQuery = Partial<Record<'expires' | 'type' | 'size' | 'signature', unknown>>;

/** The headers of a PUT; the length is in bytes. */
export type IncomingUpload = { contentType: string | undefined; length: number; now: Date };

export class ObjectTooLargeError extends Error {}

const objectKey = /^[a-z-]+(\/[\w-]+)+(\.[a-z]+)?$/;

/** Whether a text is a valid key. Others are never looked up, so no key leads out of the store. */
export const isObjectKey = (text: string): boolean => text.length <= 300 && objectKey.test(text);
