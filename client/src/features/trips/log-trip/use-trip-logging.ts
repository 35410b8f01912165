import { zodResolver } from '@hookform/resolvers/zod';
import { PAGE_SIZE } from '@shared/limits';
import type { RecentSuburb, Trip } from '@shared/trips';
import { useEffect, useRef } from 'react';
import { type SubmitHandler, useForm } from 'react-hook-form';
import { ApiError, messageOf, NetworkError } from '@/lib/api-client';
import { now, useNow } from '@/lib/clock';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError, toastOutcome } from '@/lib/toast';
import { useActiveDrivers, useDeleteTrips, useLogTrip, useTrips } from '../api';
import {
  emptyTripForm,
  filledTripForm,
  type TripFormFields,
  type TripFormValues,
  toTrip,
  tripFormSchema,
} from '../trip-form/trip-form';
import { useSuburbLookup } from '../trip-form/use-suburb-lookup';
import { tripLabel } from '../trip-text';
import { lastDriverId, rememberLastDriver } from './last-driver';
import { likelyDriver, tripToRepeat } from './likely-trip';
import { nextAttempt, type TripAttempt } from './trip-attempt';
import { keepDraft, readDraft } from './trip-draft';

const RETRY_TOAST_MS = 20_000;
const UNDO_TOAST_MS = 10_000;

/** Whether a retry may help: there was no response, or the server failed. */
const isPassing = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);

/**
 * The form that logs one trip after another. Its contents stay until the trip is stored; the driver stays for the next
 * trip. Driver, date and time are filled in.
 */
export function useTripLogging(holderId: string) {
  const present = useNow();
  const form = useForm({ resolver: zodResolver(tripFormSchema), defaultValues: emptyTripForm(present) });
  const lookup = useSuburbLookup(form);
  const drivers = useActiveDrivers();
  const latest = useTrips({ limit: PAGE_SIZE });
  const { mutateAsync, isPending } = useLogTrip();
  const deletion = useDeleteTrips();
  const attempt = useRef<TripAttempt>(undefined);
  const isSending = useRef(false);
  const isStarted = useRef(false);

  const latestTrips = latest.data?.trips ?? [];
  const failed = [latest, drivers].filter(({ isError }) => isError);
  const isNowUntouched = () => !form.getFieldState('date').isDirty && !form.getFieldState('time').isDirty;
  const { date, time } = form.formState.dirtyFields;
  const isPresent = !date && !time;

  // an app that is open all day must not show the time at which it was opened
  useEffect(() => {
    if (!isPresent) return;
    const { date, time } = emptyTripForm(present);
    form.resetField('date', { defaultValue: date });
    form.resetField('time', { defaultValue: time });
  }, [form, present, isPresent]);

  // after the effect above, which would overwrite a restored date
  useEffect(() => {
    for (const [name, value] of readDraft(holderId)) form.setValue(name, value, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => keepDraft(holderId, values, dirtyFields),
    });
  }, [form, holderId]);

  // once the driver is known, the focus goes to the first empty field, unless somebody has moved it
  useEffect(() => {
    if (isStarted.current || !drivers.data?.length) return;
    const isOwnKnown = drivers.data.some(({ id }) => id === lastDriverId());
    if (!isOwnKnown && latest.isPending) return;
    isStarted.current = true;
    const driver = likelyDriver(latestTrips, drivers.data, lastDriverId());
    if (driver && !form.getValues('driverId')) form.resetField('driverId', { defaultValue: driver.id });
    if (document.activeElement === document.body) form.setFocus(driver ? 'suburb' : 'driverId');
  });

  /** Deletes the trip just logged and restores what was typed, unless the next trip was started. */
  async function undo({ id }: Trip, typed: TripFormFields) {
    form.setFocus('suburb'); // or the focus would go with the toast
    const isDone = await toastOutcome(
      deletion.mutateAsync([id]),
      'Trip deleted successfully',
      'Failed to delete trip',
    );
    if (isDone && !form.getValues('suburb'))
      form.reset(typed, { keepFieldsRef: true, keepDefaultValues: true });
  }

  const logTrip: SubmitHandler<TripFormValues> = async (values) => {
    if (isSending.current) return;
    isSending.current = true;
    const when = isNowUntouched() ? emptyTripForm(now()) : values;
    const trip = toTrip({ ...values, date: when.date, time: when.time }, now());
    attempt.current = nextAttempt(attempt.current, trip, isNowUntouched());
    try {
      const stored = await mutateAsync(attempt.current);
      attempt.current = undefined;
      const typed = form.getValues();
      toast({
        title: 'Trip logged successfully!',
        description: tripLabel(stored),
        action: { label: 'Undo', onClick: () => void undo(stored, typed) },
        duration: UNDO_TOAST_MS,
      });
      const { driverId, driverAuthorityLicense } = values;
      rememberLastDriver(driverId);
      form.reset({ ...emptyTripForm(now()), driverId, driverAuthorityLicense }, { keepFieldsRef: true });
      form.setFocus('suburb');
    } catch (error) {
      if (applyServerErrors(form, error, { datetime: 'date' })) return;
      if (!isPassing(error)) return toastError(error, 'Failed to log trip');
      toast({
        title: 'Error',
        description: messageOf(error, 'Failed to log trip'),
        variant: 'destructive',
        action: { label: 'Retry', onClick: () => void submit() },
        duration: RETRY_TOAST_MS,
      });
    } finally {
      isSending.current = false;
    }
  };
  const submit = form.handleSubmit(logTrip);

  return {
    form,
    lookup,
    submit,
    isPending,
    /** The trip to repeat; undefined if there is none, while `isLoading`, or after a failure. */
    lastTrip: tripToRepeat(latestTrips, drivers.data ?? [], lastDriverId()),
    isLoading: latest.isPending || drivers.isPending,
    loadAnew: failed.length > 0 ? () => failed.forEach((query) => void query.refetch()) : undefined,
    /** Fills the form with an earlier trip, without its time and notes. */
    repeat(trip: Trip) {
      const { driverId, waitingTime, duration } = filledTripForm(trip);
      lookup.fill(trip);
      form.setValue('driverId', driverId, { shouldDirty: true });
      form.setValue('waitingTime', waitingTime, { shouldDirty: true });
      form.setValue('duration', duration, { shouldDirty: true });
      form.clearErrors();
    },
    /** Fills in the pickup place. */
    fillPlace: (place: RecentSuburb) => lookup.fill(place),
  };
}

export type TripLogging = ReturnType<typeof useTripLogging>;
