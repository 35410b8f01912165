import { zodResolver } from '@hookform/resolvers/zod';
import { PAGE_SIZE } from '@shared/limits';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type CreateTrip, createTripSchema, type Trip } from '@shared/trips/trips';
import { useEffect, useRef, useState } from 'react';
import { type SubmitHandler, useForm, useFormState, useWatch } from 'react-hook-form';
import { parse } from 'zod/mini';
import { useActiveDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { asTrip, notYetListed } from '@/features/outbox/waiting-record';
import { now, useNow } from '@/lib/clock';
import { useFormDraft } from '@/lib/drafts/use-form-draft';
import { useSubmitAfter } from '@/lib/hooks/use-submit-after';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError, toastOutcome } from '@/lib/toast';
import { useTrips } from '../api';
import { loggedToast } from '../outbox/logged-toast';
import { DETAILS_ID } from '../trip-form/folded-details';
import {
  emptyTripForm,
  filledTripForm,
  type TripForm,
  type TripFormValues,
  toTrip,
  tripFormSchema,
  tripInstant,
} from '../trip-form/trip-form';
import { useSuburbLookup } from '../trip-form/use-suburb-lookup';
import {
  lastDriverId,
  likelyDriver,
  rememberLastDriver,
  tripToRepeat,
  vehiclesLately,
  vehicleToRepeat,
} from './likely-trip';

export const useNewTripForm = (): TripForm =>
  useForm({ resolver: zodResolver(tripFormSchema), defaultValues: emptyTripForm(now()) });

/** Logs one trip after another: what was typed stays until it is logged, and the driver stays for the next one. */
export function useTripLogging(form: TripForm, onLogged: () => void) {
  const present = useNow();
  const formState = useFormState({ control: form.control });
  const lookup = useSuburbLookup(form);
  const drivers = useActiveDrivers();
  const latest = useTrips({ limit: PAGE_SIZE });
  const { trips, canSave, log } = useOutbox();
  const isLogging = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const isStarted = useRef(false);

  const justLogged = notYetListed(trips, latest.dataUpdatedAt).slice(-PAGE_SIZE).map(asTrip);
  const latestTrips = [...justLogged.reverse(), ...(latest.data?.trips ?? [])];
  const failed = [latest, drivers].filter(({ isError }) => isError);
  const isNowUntouched = () => !form.getFieldState('date').isDirty && !form.getFieldState('time').isDirty;
  const { date, time } = formState.dirtyFields;
  const isPresent = !date && !time;

  const driverId = useWatch({ control: form.control, name: 'driverId' });
  const keptVehicle = formState.defaultValues?.vehicleId;

  // an app that is open all day must not show the time at which it was opened
  useEffect(() => {
    if (!isPresent) return;
    const { date, time } = emptyTripForm(present);
    if (form.getValues('date') === date && form.getValues('time') === time) return;
    form.resetField('date', { defaultValue: date });
    form.resetField('time', { defaultValue: time });
  }, [form, present, isPresent]);

  // after the effect above, which would overwrite a restored date
  const draft = useFormDraft(form, { thing: 'trip-new', except: ['driverAuthorityLicense'] });

  // once the driver is known, the focus goes to the first empty field, unless someone has moved it to another control
  useEffect(() => {
    if (isStarted.current || !drivers.data?.length) return;
    const isOwnKnown = drivers.data.some(({ id }) => id === lastDriverId());
    if (!isOwnKnown && latest.isPending) return;
    isStarted.current = true;
    const driver = likelyDriver(latestTrips, drivers.data, lastDriverId());
    if (driver && !form.getValues('driverId')) form.resetField('driverId', { defaultValue: driver.id });
    const isControl = document.activeElement?.matches('a, button, input, select, textarea');
    if (!isControl) form.setFocus(driver ? 'suburb' : 'driverId');
  });

  /**
   * Saves a trip and says so, with Undo. A tap while another trip is being saved is part of a double tap.
   * @param undo called by Undo, with what deletes the trip again and answers whether it did
   * @returns whether the trip was logged
   */
  async function logOnce(
    trip: CreateTrip,
    undo: (takeBack: () => Promise<boolean>) => unknown,
    showFailure: (error: unknown) => void,
  ): Promise<boolean> {
    if (isLogging.current) return false;
    isLogging.current = true;
    // only what cannot be saved takes long enough to show it
    setIsPending(canSave === false);
    const logged = await log({ trip }).catch((error) => void showFailure(error));
    isLogging.current = false;
    setIsPending(false);
    if (!logged) return false;
    const takeBack = () =>
      toastOutcome(logged.takeBack(), 'Trip deleted successfully', 'Failed to delete trip');
    toast(loggedToast(trip, logged, () => undo(takeBack)));
    rememberLastDriver(trip.driverId);
    onLogged();
    return true;
  }

  const logTrip: SubmitHandler<TripFormValues> = async (values) => {
    const when = isNowUntouched() ? emptyTripForm(now()) : values;
    const typed = form.getValues();
    const isLogged = await logOnce(
      toTrip({ ...values, date: when.date, time: when.time }, now()),
      async (takeBack) => {
        form.setFocus('suburb'); // or the focus would go with the toast
        // what was typed comes back, unless the next trip was started
        if ((await takeBack()) && !form.getValues('suburb'))
          form.reset(typed, { keepFieldsRef: true, keepDefaultValues: true });
      },
      (error) =>
        applyServerErrors(form, error, { datetime: 'date' }) || toastError(error, 'Failed to log trip'),
    );
    if (!isLogged) return;
    const { driverId, driverAuthorityLicense, vehicleId } = values;
    const next = { ...emptyTripForm(now()), driverId, driverAuthorityLicense, vehicleId };
    draft.forget();
    form.reset(next, { keepFieldsRef: true });
    // the toast will be at the bottom of a phone: all of the form above it, the suburb at least
    document.getElementById(DETAILS_ID)?.scrollIntoView({ block: 'nearest' });
    form.setFocus('suburb');
  };

  const submit = useSubmitAfter(lookup.waitForPostcode, form.handleSubmit(logTrip));

  return {
    form: { ...form, formState },
    lookup,
    submit,
    isPending,
    /** Whether the vehicle is asked for openly: the last trip was in a chosen one, or the driver drove several lately. */
    choosesVehicle: Boolean(keptVehicle) || vehiclesLately(latestTrips, driverId) > 1,
    /** The trip to repeat; undefined if there is none, while `isLoading`, or after a failure. */
    lastTrip: tripToRepeat(latestTrips, drivers.data ?? [], lastDriverId()),
    /** Whether someone can be chosen, as far as is known. */
    hasDrivers: drivers.data?.length !== 0,
    canChooseDriver: drivers.isPending || Boolean(drivers.data?.length),
    isLoading: latest.isPending || drivers.isPending,
    retry: failed.length > 0 ? () => failed.forEach((query) => void query.refetch()) : undefined,
    /** Logs an earlier trip again for now, without its notes; the form stays as it is. Undo leads back to `control`. */
    async logAgain(trip: Trip, control?: HTMLElement): Promise<boolean> {
      const { driverId, suburb, postcode, waitingTime, duration } = trip;
      const driver = drivers.data?.find(({ id }) => id === driverId);
      if (!driver) return false;
      const { driverAuthorityLicense } = driver;
      const place = { suburb: capitaliseSuburb(suburb), postcode };
      const vehicleId = vehicleToRepeat(trip, now());
      const again = { driverId, driverAuthorityLicense, ...place, waitingTime, duration, vehicleId };
      const datetime = tripInstant(emptyTripForm(now()), now()).toISOString();
      return logOnce(
        parse(createTripSchema, { ...again, datetime }),
        (takeBack) => {
          if (control?.isConnected) control.focus();
          else form.setFocus('suburb');
          void takeBack();
        },
        (error) => toastError(error, 'Failed to log trip'),
      );
    },
    /** Fills the form with an earlier trip, without its time and notes. */
    repeat(trip: Trip) {
      const { driverId, waitingTime, duration } = filledTripForm(trip);
      lookup.fill(trip);
      form.setValue('driverId', driverId, { shouldDirty: true });
      form.setValue('vehicleId', vehicleToRepeat(trip, now()) ?? '', { shouldDirty: true });
      form.setValue('waitingTime', waitingTime, { shouldDirty: true });
      form.setValue('duration', duration, { shouldDirty: true });
      form.clearErrors();
    },
    /** When what the form shows was typed, in milliseconds since 1970, if that was before it was opened. */
    typedAt: draft.restoredFrom,
    /** Empties the form for another trip; the likely driver is chosen again. */
    startOver() {
      isStarted.current = false;
      draft.startOver();
    },
  };
}

export type TripLogging = ReturnType<typeof useTripLogging>;
