import express, { type RequestHandler } from 'express';
import * as z from 'zod/mini';
import { AppError } from '../errors';

/** Types that browsers send for spreadsheets. No form of another site can send them; the contents decide what the file is. */
export const SPREADSHEET_TYPES = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

const spreadsheetsOnly: RequestHandler = (req, _res, next) => {
  if (!req.is(SPREADSHEET_TYPES))
    throw new AppError(415, 'unsupported-media-type', 'Choose a CSV or an Excel (.xlsx) file');
  next();
};

/** @param limit in bytes */
export const fileTooLarge = (limit: number) =>
  new AppError(413, 'too-large', `The file is larger than ${limit / 1024 / 1024} MB. Split it`);

const tooLarge =
  (limit: number): express.ErrorRequestHandler =>
  (error, _req, _res, next) => {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    next(isTooLarge ? fileTooLarge(limit) : error);
  };

/** Reads a spreadsheet as the body of a request. @param limit in bytes */
export const spreadsheetBody = (limit: number) => [
  spreadsheetsOnly,
  express.raw({ type: () => true, limit }),
  tooLarge(limit),
];

/** Reads a spreadsheet as the body of a request, or JSON that has one in Base64. @param limit of the file, in bytes */
export const spreadsheetOrJsonBody = (limit: number): (RequestHandler | express.ErrorRequestHandler)[] => {
  const json = express.json({ limit: Math.ceil(limit * JSON_SHARE) });
  const [onlySpreadsheets, raw, refuse] = spreadsheetBody(limit);
  const either =
    (ofJson: RequestHandler, ofFile: RequestHandler): RequestHandler =>
    (req, res, next) =>
      (req.is('application/json') ? ofJson : ofFile)(req, res, next);
  return [
    either((_req, _res, next) => next(), onlySpreadsheets as RequestHandler),
    either(json, raw as RequestHandler),
    refuse as express.ErrorRequestHandler,
  ];
};
/** Base64 takes a third more, and answers stand next to the file. */
const JSON_SHARE = 1.6;

/** The body that `spreadsheetBody` has read. */
export const fileSchema = z.custom<Buffer>((body) => Buffer.isBuffer(body), 'The file is empty');
