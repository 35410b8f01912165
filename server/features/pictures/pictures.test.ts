import { once } from 'node:events';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { plainPicture } from '../../test/documents/pictures';
import { createTestApp } from '../../test/http/create-test-app';
import { describeObjectStore } from '../../test/pictures/describe-object-store';
import { describePictures } from '../../test/pictures/describe-pictures';
import { HOST } from '../../test/pictures/picture-calls';

describe('pictures on disk', () => {
  const it = createTestApp();
  describePictures(it);
  describeObjectStore(it);

  test('the address takes one PUT', async () => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/objects/upload').set('Host', HOST).expect(200);
    const { pathname, search } = new URL(body.uploadURL);
    const put = async () =>
      supertest(it.server)
        .put(pathname + search)
        .set('Content-Type', 'image/png')
        .send(await plainPicture(10, 10));
    const answers = await Promise.all([put(), put(), put()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test.each([
    [{ contentType: 'text/html', size: 5 }, 'Please select an image file'],
    [{ contentType: 'image/png', size: 5_242_881 }, 'File size must be less than 5MB'],
    [{ contentType: 'image/png', size: 0 }, 'Please select an image file'],
  ])('no address is given for %j', async (announced, message) => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/objects/upload').send(announced).expect(400);
    expect(body.message).toBe(message);
  });

  test('whatever else a client sends for an address does not matter', async () => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/objects/upload').send({ name: 'logo.png' }).expect(200);
    expect(Object.keys(body)).toEqual(['uploadURL']);
  });

  test('a holder who leaves many addresses unused waits until they have expired', async () => {
    const { agent } = await it.signIn();
    for (let count = 0; count < 40; count += 1) await agent.post('/api/objects/upload').expect(200);
    const { headers } = await agent.post('/api/objects/upload').expect(429);
    expect(headers['retry-after']).toBe('300');
    const started = new Date();
    it.setNow(new Date(started.getTime() + 6 * 60_000));
    await agent.post('/api/objects/upload').expect(200);
    it.setNow(started);
  });

  test('many requests at once get no more addresses than that', async () => {
    const { agent } = await it.signIn();
    const ask = () => agent.post('/api/objects/upload');
    const statuses = (await Promise.all(Array.from({ length: 60 }, ask))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('no path leads out of the folder', async () => {
    for (const path of [
      'logos/..%2f..%2fsession-secret',
      'logos/x/..%2f..%2fa-header.webp',
      'uploads/x/y',
      'logos/x',
    ])
      await supertest(it.server).get(`/files/${path}`).expect(404);
  });

  test('an endless upload is cut off at the limit', async () => {
    const { agent, holderId } = await it.signIn();
    const { body } = await agent.post('/api/objects/upload').set('Host', HOST).expect(200);
    const server = it.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { pathname, search } = new URL(body.uploadURL);
    const chunk = new Uint8Array(1 << 20);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 8) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    server.close();
    for await (const { key } of it.storage.list(`uploads/${holderId}/`)) expect.fail(`left behind: ${key}`);
  });
});
