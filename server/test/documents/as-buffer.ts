import type supertest from 'supertest';

/** Has supertest read a body as the bytes it is: `agent.get(…).buffer().parse(asBuffer)`. */
export const asBuffer: Parameters<supertest.Test['parse']>[0] = (res, done) => {
  const chunks: Buffer[] = [];
  res.on('data', (chunk: Buffer) => chunks.push(chunk));
  res.on('end', () => done(null, Buffer.concat(chunks)));
};

/** The bytes of a document that is downloaded. */
export const bytesOf = async (request: supertest.Test): Promise<Buffer> =>
  (await request.buffer(true).parse(asBuffer).expect(200)).body;
