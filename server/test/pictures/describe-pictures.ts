import { HOUR_MS, MINUTE_MS } from '@shared/durations';
import { pictureFile } from '@shared/pictures/pictures';
import { uploads } from '@shared/tables/holders';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepUploads } from '../../features/pictures/pictures.service';
import { drawing, photo, plainPicture } from '../documents/pictures';
import { TEST_NOW, type TestApp } from '../http/create-test-app';
import { HOST, pictureCalls } from './picture-calls';

/** The behaviour of pictures with every store. Its uploads use HTTP, as a browser sends them. */
export function describePictures(it: TestApp) {
  const { signIn, presign, announce, put, upload, save, keysOf, storedLogo, expectNothingLeft } =
    pictureCalls(it);

  test.each([
    ['image/png', () => plainPicture(400, 400)],
    ['image/jpeg', () => photo()],
    ['image/svg+xml', () => drawing()],
    ['image/gif', () => plainPicture(64, 64, 'gif')],
  ])('a good %s becomes the logo in every size, and what was uploaded is gone', async (type, picture) => {
    const holder = await signIn();
    const { body } = await save(holder, await upload(holder, await picture(), type)).expect(200);
    expect(await storedLogo(holder)).toBe(body.logoUrl);
    expect((await holder.agent.get('/api/auth/me')).body.logoUrl).toBe(body.logoUrl);

    for (const [file, served] of [
      ['document.png', 'image/png'],
      ['header.webp', 'image/webp'],
      ['login.webp', 'image/webp'],
    ] as const) {
      const answer = await supertest(it.server).get(pictureFile(body.logoUrl, file)).expect(200);
      expect(answer.headers).toMatchObject({
        'content-type': served,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        etag: expect.any(String),
      });
      expect((await sharp(answer.body).metadata()).exif).toBeUndefined();
      await supertest(it.server)
        .get(pictureFile(body.logoUrl, file))
        .set('If-None-Match', answer.headers.etag ?? '')
        .expect(304);
    }
    expect(await keysOf(holder)).toHaveLength(3);
    expect((await keysOf(holder)).filter((key) => key.startsWith('uploads/'))).toEqual([]);
  });

  test('a new logo takes the place of the old, and none restores the brand', async () => {
    const holder = await signIn();
    const first = (await save(holder, await upload(holder, await plainPicture(50, 50))).expect(200)).body
      .logoUrl;
    const second = (await save(holder, await upload(holder, await plainPicture(60, 60))).expect(200)).body
      .logoUrl;
    const gone = await supertest(it.server).get(first).expect(404);
    expect(gone.headers['cache-control'] ?? '').not.toContain('immutable');
    await supertest(it.server).get(second).expect(200);
    const { body } = await save(holder, null).expect(200);
    expect(body.logoUrl).toBeNull();
  });

  test('a removed logo can be restored for a day, by its holder alone, and is then swept', async () => {
    const [holder, other] = [await signIn(), await signIn()];
    const logo: string = (await save(holder, await upload(holder, await plainPicture(50, 50)))).body.logoUrl;
    await save(holder, logo).expect(404);
    await save(holder, null).expect(200);
    await sweepUploads(it, new Date(Date.now() + 2 * HOUR_MS));
    expect([400, 404]).toContain((await save(other, logo)).status);
    const answers = await Promise.all([save(holder, logo), save(holder, logo)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await storedLogo(holder)).toBe(logo);
    await supertest(it.server).get(logo).expect(200);

    await save(holder, null).expect(200);
    await sweepUploads(it, new Date(Date.now() + 26 * HOUR_MS));
    const { body } = await save(holder, logo).expect(404);
    expect(body.message).toBe('This picture can no longer be restored. Please upload it again.');
    await supertest(it.server).get(logo).expect(404);
    await expectNothingLeft(holder);
  });

  test('a profile picture is seen by its holder only', async () => {
    const [holder, other] = [await signIn(), await signIn()];
    const address = new URL(await upload(holder, await photo(), 'image/jpeg'));
    address.search = '';
    const { body } = await holder.agent
      .put('/api/profile')
      .send({ profilePictureUrl: address.href })
      .expect(200);
    const url: string = body.profilePictureUrl;
    const { headers } = await holder.agent.get(url).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' });
    await supertest(it.server).get(url).expect(401);
    await other.agent.get(url).expect(404);
    await holder.agent.put('/api/profile').send({ profilePictureUrl: null }).expect(200);
    await holder.agent.put('/api/profile').send({ profilePictureUrl: url }).expect(200);
    await holder.agent.get(url).expect(200);
    await holder.agent.put('/api/profile').send({ profilePictureUrl: null }).expect(200);
    await sweepUploads(it, new Date(Date.now() + 26 * HOUR_MS));
    await holder.agent.get(url).expect(404);
    expect(await keysOf(holder)).toEqual([]);
  });

  test.each([
    [
      'HTML named .png',
      'image/png',
      () => Buffer.from('<html><script>alert(1)</script>'),
      'Please select an image file',
    ],
    [
      'an SVG with script',
      'image/svg+xml',
      () => drawing('<script>alert(1)</script>'),
      /scripts or refers to other/,
    ],
    ['100 megapixels', 'image/png', () => plainPicture(10_000, 10_000), /more than 25 megapixels/],
  ])('%s is refused when saved, and nothing is left behind', async (_, type, bytes, message) => {
    const holder = await signIn();
    const uploadURL = await upload(holder, await bytes(), type);
    const { body } = await save(holder, uploadURL).expect(400);
    expect(body.message).toMatch(message);
    await expectNothingLeft(holder);
  });

  test.each([
    ['another type', 'text/html', () => plainPicture(10, 10), 415, 'Please select an image file'],
    ['one byte too many', 'image/png', () => Buffer.alloc(5_242_881), 413, 'File size must be less than 5MB'],
  ])(
    '%s is refused by the address or when saved, and nothing is left behind',
    async (_, type, bytes, status, message) => {
      const holder = await signIn();
      const uploadURL = await presign(holder);
      const answer = await put(uploadURL, await bytes(), type);
      if (it.storage.uploads) {
        expect(answer).toEqual({ status, message });
        await save(holder, uploadURL).expect(404);
        await sweepUploads(it, new Date(Date.now() + 2 * HOUR_MS));
      } else {
        expect((await save(holder, uploadURL).expect(400)).body.message).toBe(message);
      }
      await expectNothingLeft(holder);
    },
  );

  test('an address for one picture takes that one only, and once', async () => {
    const holder = await signIn();
    const picture = await plainPicture(24, 24);
    const { uploadURL, headers = {} } = await announce(holder, picture, 'image/png');
    const longer = Buffer.concat([picture, Buffer.alloc(1)]);
    expect(await put(uploadURL, picture, { ...headers, 'Content-Type': 'text/html' })).toMatchObject({
      status: 403,
    });
    for (const other of [longer, picture.subarray(1)])
      expect(await put(uploadURL, other, headers)).toMatchObject({ status: 403 });
    expect(await keysOf(holder)).toEqual([]);
    expect(await put(uploadURL, picture, headers)).toMatchObject({ status: 200 });
    // nor with the very same bytes
    expect((await put(uploadURL, picture, headers)).status).toBe(it.storage.uploads ? 409 : 412);
    await save(holder, uploadURL).expect(200);
  });

  test('exactly 5 MB is fine', async () => {
    const holder = await signIn();
    const png = await plainPicture(10, 10);
    const bytes = Buffer.concat([png, Buffer.alloc(5_242_880 - png.length)]);
    await save(holder, await upload(holder, bytes)).expect(200);
  });

  test('an address that was tampered with takes nothing', async () => {
    const [holder, other] = [await signIn(), await signIn()];
    const uploadURL = await presign(holder);
    const picture = await plainPicture(10, 10);
    const tampered = [
      uploadURL.replace(holder.holderId, other.holderId),
      uploadURL.replace(/(signature=)(.)/i, (_, name, digit) => name + (digit === '0' ? '1' : '0')),
      uploadURL.split('?')[0] ?? '',
      uploadURL.replace(
        /(expires=|X-Amz-Expires=)(\d+)/i,
        (_, name, value) => `${name}${Number(value) + 60_000}`,
      ),
    ];
    for (const url of tampered) expect(await put(url, picture, 'image/png')).toMatchObject({ status: 403 });
    await save(holder, uploadURL).expect(404);
    expect(await keysOf(holder)).toEqual([]);
    expect(await keysOf(other)).toEqual([]);
  });

  test('an address takes nothing after five minutes', async () => {
    const holder = await signIn();
    it.setNow(new Date(Date.now() - 5 * MINUTE_MS - 2000));
    const uploadURL = await presign(holder);
    it.setNow(new Date());
    expect(await put(uploadURL, await plainPicture(10, 10), 'image/png')).toMatchObject({ status: 403 });
    await save(holder, uploadURL).expect(404);
    await sweepUploads(it, new Date(Date.now() + 2 * HOUR_MS));
    await expectNothingLeft(holder);
  });

  test("another holder's upload, and another holder's picture, are not found", async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const theirs = await upload(other, await plainPicture(10, 10));
    await save(mine, theirs).expect(404);
    expect(await storedLogo(mine)).toBeNull();
    const { body } = await save(other, theirs).expect(200);
    await save(mine, body.logoUrl).expect((answer) => expect([400, 404]).toContain(answer.status));
    await supertest(it.server).get(body.logoUrl).expect(200);
  });

  test.each([
    'https://example.com/logo.png',
    `http://${HOST}.example.com/files/uploads/x/y`,
    `http://${HOST}/files/../../etc/passwd`,
    'file:///etc/passwd',
    '',
  ])('the foreign address %j is refused', async (address) => {
    const holder = await signIn();
    const { body } = await save(holder, address).expect(400);
    expect(body.message).toBe('Only a picture that was uploaded here can be saved');
    await expectNothingLeft(holder);
  });

  test('an upload is saved once, also by two requests at the same time', async () => {
    const holder = await signIn();
    const uploadURL = await upload(holder, await plainPicture(10, 10));
    const answers = await Promise.all([save(holder, uploadURL), save(holder, uploadURL)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await keysOf(holder)).toHaveLength(3);
  });

  test('the nightly sweep removes what was never saved and what no one refers to, and nothing else', async () => {
    const holder = await signIn();
    const { body } = await save(holder, await upload(holder, await plainPicture(10, 10))).expect(200);
    await upload(holder, await plainPicture(10, 10));
    await it.storage.write(`logos/${holder.holderId}/lost-header.webp`, Buffer.from('lost'), 'image/webp');

    await sweepUploads(it, new Date());
    expect(await keysOf(holder), 'what is young may still be saved').toHaveLength(5);
    const later = new Date(Date.now() + 2 * HOUR_MS);
    await Promise.all([sweepUploads(it, later), sweepUploads(it, later)]);
    const inUse = ['document.png', 'header.webp', 'login.webp'].map((file) =>
      body.logoUrl.replace('/files/', '').replace('document.png', file),
    );
    expect((await keysOf(holder)).sort()).toEqual(inUse);
    expect(await it.db.$count(uploads)).toBe(0);
  });

  // the far side's clock is the real one
  beforeAll(() => it.setNow(new Date()));
  afterAll(() => it.setNow(TEST_NOW));
}
