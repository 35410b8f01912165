import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { CLIENT_ADDRESS, REQUEST_ID } from '../logger';
import type { Spool } from './spool';

/** A request's body, however it came: its bytes and how many they are. */
export type RequestBody = { content: Readable | string; bytes: number };

/** What concerns one connection, or a body as it came (RFC 9110, 7.6.1). */
const ofConnection = ['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'];

/** Reads the body of a request; a parsed one is written as JSON again. @throws SpoolFullError beyond `maxBytes` */
export async function readBody(req: Request, spool: Spool, maxBytes: number): Promise<RequestBody> {
  if (req.body !== undefined) {
    const content = JSON.stringify(req.body);
    return { content, bytes: Buffer.byteLength(content) };
  }
  await spool.fill(req, maxBytes);
  return { content: spool.read(), bytes: spool.bytes };
}

/** Sends a request to a work process. @returns the answer, when its head has come */
export async function requestOf(
  agent: Agent,
  req: Request,
  { content, bytes }: RequestBody,
): Promise<IncomingMessage> {
  const headers = {
    ...req.headers,
    [REQUEST_ID]: String(req.id),
    [CLIENT_ADDRESS]: req.ip ?? '',
    'content-length': String(bytes),
  };
  for (const name of ofConnection) Reflect.deleteProperty(headers, name);
  // a parsed body was unpacked as well
  if (typeof content === 'string') Reflect.deleteProperty(headers, 'content-encoding');
  const outgoing = request({ agent, method: req.method, path: req.originalUrl, headers });
  if (typeof content === 'string') outgoing.end(content);
  else content.pipe(outgoing);
  const [answer] = await once(outgoing, 'response');
  return answer;
}

/** Gives an answer the status and the headers of another. */
export function passHead({ statusCode = 500, headers }: IncomingMessage, res: Response): void {
  res.status(statusCode);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofConnection.includes(name)) res.setHeader(name, value);
}
