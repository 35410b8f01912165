import { brisbaneDay } from '@shared/periods';
import {
  changeTmrRequestSchema,
  createTmrRequestSchema,
  type TmrRequest,
} from '@shared/tmr-requests/tmr-requests';
import * as z from 'zod/mini';

/** Typed values; an empty text or list means no value. */
export type RequestFields = {
  receivedOn: string;
  dueOn: string;
  reference: string;
  firstDay: string;
  lastDay: string;
  asked: string;
  driverIds: string[];
  vehicleIds: string[];
  answeredOn: string;
};

const orNull = (ids: string[]) => (ids.length > 0 ? ids : null);

/** The schema of the form; its output is the body of POST and PUT /api/tmr-requests. */
export const requestFormSchema = (isNew: boolean) =>
  z.pipe(
    z.transform(({ dueOn, driverIds, vehicleIds, answeredOn, ...fields }: RequestFields): unknown => ({
      ...fields,
      dueOn: dueOn || undefined,
      driverIds: orNull(driverIds),
      vehicleIds: orNull(vehicleIds),
      answeredOn: answeredOn || null,
    })),
    isNew ? createTmrRequestSchema : changeTmrRequestSchema,
  );

export const requestForm = (request: TmrRequest | null, now: Date): RequestFields => ({
  receivedOn: request?.receivedOn ?? brisbaneDay(now),
  dueOn: request?.dueOn ?? '',
  reference: request?.reference ?? '',
  firstDay: request?.firstDay ?? '',
  lastDay: request?.lastDay ?? '',
  asked: request?.asked ?? '',
  driverIds: request?.driverIds ?? [],
  vehicleIds: request?.vehicleIds ?? [],
  answeredOn: request?.answeredOn ?? '',
});
