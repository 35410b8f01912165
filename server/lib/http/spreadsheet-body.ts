import express, { type RequestHandler } from 'express';
import * as z from 'zod/mini';
import { AppError } from '../errors';

/** Types that browsers send for spreadsheets. No form of another site can send them; the contents decide what the file is. */
const spreadsheetTypes = [
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

const spreadsheetsOnly: RequestHandler = (req, _res, next) => {
  if (!req.is(spreadsheetTypes))
    throw new AppError(415, 'unsupported-media-type', 'Choose a CSV or an Excel (.xlsx) file');
  next();
};

const tooLarge =
  (limit: number): express.ErrorRequestHandler =>
  (error, _req, _res, next) => {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large';
    const message = `The file is larger than ${limit / 1024 / 1024} MB. Split it`;
    next(isTooLarge ? new AppError(413, 'too-large', message) : error);
  };

/** Reads a spreadsheet as the body of a request. @param limit in bytes */
export const spreadsheetBody = (limit: number) => [
  spreadsheetsOnly,
  express.raw({ type: () => true, limit }),
  tooLarge(limit),
];

/** The body that `spreadsheetBody` has read. */
export const fileSchema = z.custom<Buffer>((body) => Buffer.isBuffer(body), 'The file is empty');
