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

  async function presign({ agent }: SignedIn): Promise<string> {
    const { body } = await agent.post('/api/objects/upload').expect(200);
    return body.uploadURL;
  }

  async function put(
    uploadURL: string,
    body: Buffer,
    type: string,
  ): Promise<{ status: number; message?: string }> {
    const { host, pathname, search } = new URL(uploadURL);
    if (host === HOST) {
      const answer = await supertest(it.app)
        .put(pathname + search)
        .set('Content-Type', type)
        .send(body);
      return { status: answer.status, message: answer.body.message };
    }
    const headers = { 'Content-Type': type };
    return {
      status: (await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(body), headers })).status,
    };
  }

  async function upload(holder: SignedIn, body: Buffer, type = 'image/png'): Promise<string> {
    const uploadURL = await presign(holder);
    expect(await put(uploadURL, body, type)).toMatchObject({ status: 200 });
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

  return { signIn, presign, put, upload, save, objectsUnder, keysOf, storedLogo, expectNothingLeft };
}
