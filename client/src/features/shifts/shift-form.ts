import { addDays, brisbaneDay, brisbaneTime, isDay } from '@shared/periods';
import { instantOf } from '@shared/reading/moments';
import { readTypedTime } from '@shared/reading/times';
import { type CreateShift, createShiftSchema, type ProposedShift, type Shift } from '@shared/shifts/shifts';
import * as z from 'zod/mini';
import { timesFault } from './times-fault';

export type ShiftFormFields = {
  driverId: string;
  /** Empty for the driver's usual one. */
  vehicleId: string;
  date: string;
  startTime: string;
  /** Empty where the shift ends on the day on which it starts, or before that time on the next day. */
  endDate: string;
  /** Empty while the shift is open. */
  endTime: string;
  note: string;
};

export const NO_VEHICLE = 'none';

/** The day and time at which a shift ends, as far as they can be read. */
export function endOf({ date, startTime, endDate, endTime }: ShiftFormFields): Date | undefined {
  const [from, to] = [readTypedTime(startTime), readTypedTime(endTime)];
  if (!isDay(date) || !to) return undefined;
  const day = isDay(endDate) ? endDate : from && to <= from ? addDays(date, 1) : date;
  return instantOf(day, to);
}

const TIME = 'Please write the time as 14:05';
const isTime = z.refine<string>((text) => readTypedTime(text) !== undefined, TIME);
const isTimeOrNone = z.refine<string>(
  (text) => text.trim() === '' || readTypedTime(text) !== undefined,
  TIME,
);

const endsOnOneDay = z.refine<ShiftFormFields>(
  ({ startTime, endTime, endDate }) => endDate !== '' || !timesFault(startTime, endTime),
  {
    path: ['endTime'],
    error: ({ input }) => {
      const { startTime, endTime } = input as ShiftFormFields;
      return timesFault(startTime, endTime);
    },
  },
);

const fieldsSchema = z.object({
  driverId: z.string().check(z.minLength(1, 'Please select a driver')),
  vehicleId: z.string(),
  date: z.string().check(z.refine(isDay, 'Date is required')),
  startTime: z.string().check(isTime),
  endDate: z
    .string()
    .check(z.refine((text) => text === '' || isDay(text), 'Please write the date as 31/12/2026')),
  endTime: z.string().check(isTimeOrNone),
  note: z.string(),
});

const toShift = (fields: ShiftFormFields): CreateShift => ({
  driverId: fields.driverId,
  ...(fields.vehicleId && { vehicleId: fields.vehicleId === NO_VEHICLE ? null : fields.vehicleId }),
  start: instantOf(fields.date, readTypedTime(fields.startTime) ?? '').toISOString(),
  end: endOf(fields)?.toISOString() ?? null,
  note: fields.note.trim() || null,
});

/** The names that the fields of a shift have in its form. */
export const RENAMED = { start: 'startTime', end: 'endTime' } as const;

/** Reads the form, by the rules that the server has too. */
export const shiftFormSchema = z.pipe(
  fieldsSchema.check(endsOnOneDay),
  z.transform((fields, context): CreateShift => {
    const shift = toShift(fields);
    for (const { path, message } of createShiftSchema.safeParse(shift).error?.issues ?? []) {
      const [name] = path;
      const field = RENAMED[name as keyof typeof RENAMED] ?? name;
      context.issues.push({ code: 'custom', message, path: [field as string], input: fields });
    }
    return shift;
  }),
);

export const emptyShiftForm = (now: Date): ShiftFormFields => ({
  driverId: '',
  vehicleId: '',
  date: brisbaneDay(now),
  startTime: '',
  endDate: '',
  endTime: '',
  note: '',
});

export function filledShiftForm(shift: Shift | ProposedShift): ShiftFormFields {
  const start = new Date(shift.start);
  const end = shift.end ? new Date(shift.end) : null;
  const fields = {
    driverId: shift.driverId,
    vehicleId: shift.vehicleId ?? NO_VEHICLE,
    date: brisbaneDay(start),
    startTime: brisbaneTime(start),
    endDate: '',
    endTime: end ? brisbaneTime(end) : '',
    note: ('note' in shift && shift.note) || '',
  };
  const isUsual =
    !end || (endOf(fields)?.getTime() === end.getTime() && !timesFault(fields.startTime, fields.endTime));
  return isUsual ? fields : { ...fields, endDate: brisbaneDay(end) };
}
