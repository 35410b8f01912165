import type { UploadAnswer } from '@shared/pictures/uploads';
import { beaHolders, uploads } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { expect } from 'vitest';
import type { SignedIn, TestApp } from '../http/create-test-app';

export const HOST = 'trips.example.org';

/** The steps of an upload as a browser takes them, and what they leave in the store and the database. */
export function pictureCalls(it: TestApp) {
  /** A signed-in browser that always comes by the same host name, which its upload addresses then carry. */
  async function signIn(): Promise<SignedIn> {
    const signedIn = await it.signIn();
    signedIn.agent.set('Host', HOST);
    return signedIn;
  }

  /** By the bare call, for any picture. */
  async function presign({ agent }: SignedIn): Promise<string> {
    const { body } = await agent.post('/api/objects/upload').expect(200);
    return body.uploadURL;
  }

  /** For this picture only. */
  async function announce({ agent }: SignedIn, picture: Buffer, contentType: string): Promise<UploadAnswer> {
    const announced = { contentType, size: picture.length };
    return (await agent.post('/api/objects/upload').send(announced).expect(200)).body;
  }

  async function put(
    uploadURL: string,
    body: Buffer,
    headers: string | Record<string, string>,
  ): Promise<{ status: number; message?: string }> {
    const given = typeof headers === 'string' ? { 'Content-Type': headers } : headers;
    const { host, pathname, search } = new URL(uploadURL);
    if (host === HOST) {
      const answer = await supertest(it.server)
        .put(pathname + search)
        .set(given)
        .send(body);
      return { status: answer.status, message: answer.body.message };
    }
    const request = { method: 'PUT', body: new Uint8Array(body), headers: given };
    return { status: (await fetch(uploadURL, request)).status };
  }

  async function upload(holder: SignedIn, body: Buffer, type = 'image/png'): Promise<string> {
    const { uploadURL, headers = {} } = await announce(holder, body, type);
    expect(await put(uploadURL, body, headers)).toMatchObject({ status: 200 });
    return uploadURL;
  }

  const save = ({ agent }: SignedIn, logoUrl: string | null) =>
    agent.put('/api/bea-holders/logo').send({ logoUrl });

  const objectsUnder = async (prefix: string) => {
    const found = [];
    for await (const object of it.storage.list(prefix)) found.push(object);
    return found;
  };

  async function keysOf({ holderId }: SignedIn): Promise<string[]> {
    const kinds = ['uploads', 'logos', 'profile-pictures'];
    const objects = await Promise.all(kinds.map((kind) => objectsUnder(`${kind}/${holderId}/`)));
    return objects.flat().map(({ key }) => key);
  }

  async function storedLogo({ holderId }: SignedIn) {
    const [holder] = await it.db.select().from(beaHolders).where(eq(beaHolders.id, holderId));
    return holder?.logoUrl;
  }

  /** Nothing of the holder is in the store, and no picture on record, now or after the night. */
  async function expectNothingLeft(holder: SignedIn) {
    expect(await storedLogo(holder)).toBeNull();
    expect(await keysOf(holder)).toEqual([]);
    expect(await it.db.$count(uploads, eq(uploads.beaHolderId, holder.holderId))).toBe(0);
  }

  return {
    signIn,
    presign,
    announce,
    put,
    upload,
    save,
    objectsUnder,
    keysOf,
    storedLogo,
    expectNothingLeft,
  };
}
