import { zodResolver } from '@hookform/resolvers/zod';
import { type Driver, driverName } from '@shared/drivers';
import { PAGE_SIZE } from '@shared/limits';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type CreateTrip, createTripSchema, type Trip } from '@shared/trips/trips';
import { useEffect, useRef, useState } from 'react';
import { type SubmitHandler, useForm, useWatch } from 'react-hook-form';
import { parse } from 'zod/mini';
import { useActiveDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { asTrip, notYetListed } from '@/features/outbox/waiting-record';
import { now, useNow } from '@/lib/clock';
import { useFormDraft } from '@/lib/drafts/use-form-draft';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { useSubmitAfter } from '@/lib/hooks/use-submit-after';
import { applyServerErrors } from '@/lib/server-errors';
import { toastError, toastOutcome } from '@/lib/toast';
import { useTrips } from '../api';
import { loggedToast } from '../outbox/logged-toast';
import {
  emptyTripForm,
  filledTripForm,
  type TripForm,
  type TripFormFields,
  type TripFormValues,
  toTrip,
  tripFormSchema,
  tripInstant,
} from '../trip-form/trip-form';
import { useSuburbLookup } from '../trip-form/use-suburb-lookup';
import { newestFirst } from '../trip-text';
import { useCarOf } from './car-of';
import {
  lastDriverId,
  likelyDriver,
  rememberLastDriver,
  tripToRepeat,
  vehiclesLately,
  vehicleToRepeat,
} from './likely-trip';

/** Logs one trip after another: what was typed stays until it is logged, and the driver stays for the next one. */
export function useTripLogging(onLogged: () => void, focusButton: () => void) {
  const form: TripForm = useForm({
    resolver: zodResolver(tripFormSchema),
    defaultValues: emptyTripForm(now()),
  });
  const lookup = useSuburbLookup(form);
  const drivers = useActiveDrivers();
  const latest = useLatestTrips();
  const { isPending, logOnce } = useLogOnce(onLogged, drivers.data);
  useTimeOfNow(form);
  // after the clock, which would overwrite a restored date
  const draft = useFormDraft(form, { thing: 'trip-new', except: ['driverAuthorityLicense'] });
  const chooseDriverAgain = useLikelyDriver(form, latest, drivers);
  const driverId = useWatch({ control: form.control, name: 'driverId' });
  const toRepeat = useTripToRepeat(latest, drivers.data, driverId);
  const failed = [latest, drivers, toRepeat].filter(({ isError }) => isError);

  /** Leads to the next trip. On a touch screen a keyboard would open over the suburbs and the toast, so the focus stays on a button. */
  function focusNext() {
    const isTyping = document.activeElement?.matches('input, textarea');
    if (!isTyping && window.matchMedia('(pointer: coarse)').matches) focusButton();
    else form.setFocus('suburb');
  }

  const logTyped: SubmitHandler<TripFormValues> = async (values) => {
    const { date, time } = isTimeTyped(form) ? values : emptyTripForm(now());
    const typed = form.getValues();
    const isLogged = await logOnce(
      { ...toTrip({ ...values, date, time }, now()), waitingTime: values.waitingTime ?? 0 },
      (takeBack) => {
        focusNext(); // or the focus would go with the toast
        void undoTyped(form, typed, takeBack);
      },
      (error) => applyServerErrors(form, error, { datetime: 'date' }) || toastError(error, FAILED),
    );
    if (!isLogged) return;
    const { driverId, driverAuthorityLicense, vehicleId } = values;
    draft.forget();
    form.reset(
      { ...emptyTripForm(now()), driverId, driverAuthorityLicense, vehicleId },
      { keepFieldsRef: true },
    );
    focusNext();
  };

  /** Logs an earlier trip again for now, without its notes; the form stays as it is. Undo leads back to `control`. */
  async function logAgain(trip: Trip, control?: HTMLElement): Promise<boolean> {
    const driver = drivers.data?.find(({ id }) => id === trip.driverId);
    if (!driver) return false;
    return logOnce(tripAgain(trip, driver), (takeBack) => {
      if (control?.isConnected) control.focus();
      else focusNext();
      void takeBack();
    });
  }

  return {
    form,
    lookup,
    submit: useSubmitAfter(lookup.settleBeforeSubmit, form.handleSubmit(logTyped)),
    isPending,
    /** Whether the vehicle is asked for openly: the last trip was in a chosen one, or the driver drove several lately. */
    choosesVehicle:
      Boolean(form.formState.defaultValues?.vehicleId) || vehiclesLately(latest.trips, driverId) > 1,
    /** The trip to repeat; undefined without one, while `isLoading`, or after a failure. */
    lastTrip: toRepeat.trip,
    isDriverChosen: driverId !== '',
    hasTrips: latest.trips.length > 0,
    /** Whether someone can be chosen, as far as is known. */
    hasDrivers: drivers.data?.length !== 0,
    canChooseDriver: drivers.isPending || Boolean(drivers.data?.length),
    isLoading: latest.isPending || drivers.isPending || toRepeat.isPending,
    retry: failed.length > 0 ? () => failed.forEach((query) => void query.refetch()) : undefined,
    logAgain,
    /** Fills the form with an earlier trip, without its time and notes. */
    repeat(trip: Trip) {
      lookup.fill(trip);
      fillAgain(form, trip);
    },
    /** When what the form shows was typed, in milliseconds since 1970, if that was before it was opened. */
    typedAt: draft.restoredFrom,
    /** Empties the form for another trip; the likely driver is chosen again. */
    startOver() {
      chooseDriverAgain();
      draft.startOver();
    },
  };
}

export type TripLogging = ReturnType<typeof useTripLogging>;

const FAILED = 'Failed to log trip';

/** Deletes the trip that was just logged, and answers whether it did. */
type TakeBack = () => Promise<boolean>;

/** Brings back what was typed, unless the next trip was started. */
async function undoTyped(form: TripForm, typed: TripFormFields, takeBack: TakeBack) {
  if ((await takeBack()) && !form.getValues('suburb'))
    form.reset(typed, { keepFieldsRef: true, keepDefaultValues: true });
}

/** An earlier trip as one of now, without its notes. */
function tripAgain(trip: Trip, { driverAuthorityLicense }: Driver): CreateTrip {
  const { driverId, postcode, duration } = trip;
  const waitingTime = trip.waitingTime ?? 0;
  const suburb = capitaliseSuburb(trip.suburb);
  const vehicleId = vehicleToRepeat(trip, now());
  const datetime = tripInstant(emptyTripForm(now()), now()).toISOString();
  const again = { driverId, driverAuthorityLicense, suburb, postcode, waitingTime, duration };
  return parse(createTripSchema, { ...again, vehicleId, datetime });
}

function fillAgain(form: TripForm, trip: Trip): void {
  const again = {
    ...filledTripForm({ ...trip, waitingTime: trip.waitingTime ?? 0 }),
    vehicleId: vehicleToRepeat(trip, now()) ?? '',
  };
  for (const name of ['driverId', 'vehicleId', 'waitingTime', 'duration'] as const)
    form.setValue(name, again[name], { shouldDirty: true });
  form.clearErrors();
}

/** The latest trips, those first that were logged here since they were read. */
function useLatestTrips() {
  const latest = useTrips({ limit: PAGE_SIZE });
  const { trips } = useOutbox();
  const justLogged = notYetListed(trips, latest.dataUpdatedAt).slice(-PAGE_SIZE).map(asTrip);
  const { isPending, isError, refetch } = latest;
  // the server has those of the same minute in any order
  const listed = [...(latest.data?.trips ?? [])].sort(newestFirst);
  return { trips: [...justLogged.reverse(), ...listed], isPending, isError, refetch };
}

/** The trip to repeat; the chosen driver's last is asked for where the latest trips have none. */
function useTripToRepeat(
  latest: ReturnType<typeof useLatestTrips>,
  drivers: readonly Driver[] = [],
  driverId: string,
) {
  const found = tripToRepeat(latest.trips, drivers, driverId);
  const isAsked = driverId !== '' && !found && !latest.isPending;
  const own = useTrips({ driverId, limit: 1 }, isAsked);
  return {
    trip: found ?? tripToRepeat(own.data?.trips ?? [], drivers, driverId),
    isPending: isAsked && (own.isPending || own.isPlaceholderData),
    isError: isAsked && own.isError,
    refetch: own.refetch,
  };
}

/** Saves a trip and says so, with Undo. A tap while another trip is being saved is part of a double tap. */
function useLogOnce(onLogged: () => void, drivers: readonly Driver[] = []) {
  const { canSave, log } = useOutbox();
  const isOnPhone = useOnPhone();
  const carOf = useCarOf();
  const isLogging = useRef(false);
  const [isPending, setIsPending] = useState(false);

  /** @returns whether the trip was logged */
  async function logOnce(
    trip: CreateTrip,
    undo: (takeBack: TakeBack) => unknown,
    showFailure: string | ((error: unknown) => void) = FAILED,
  ): Promise<boolean> {
    if (isLogging.current) return false;
    isLogging.current = true;
    // only what cannot be saved takes long enough to show it
    setIsPending(canSave === false);
    const driver = drivers.find(({ id }) => id === trip.driverId);
    const isLogged = await toastOutcome(
      log({ trip }),
      (logged) =>
        loggedToast(trip, isOnPhone ? (carOf(trip) ?? '') : driver ? driverName(driver) : '', logged, () =>
          undo(() => toastOutcome(logged.takeBack(), 'Trip deleted successfully', 'Failed to delete trip')),
        ),
      showFailure,
    );
    isLogging.current = false;
    setIsPending(false);
    if (!isLogged) return false;
    rememberLastDriver(trip.driverId);
    onLogged();
    return true;
  }

  return { isPending, logOnce };
}

const isTimeTyped = (form: TripForm): boolean =>
  form.getFieldState('date').isDirty || form.getFieldState('time').isDirty;

/** Keeps the date and the time at now until they are typed: an app that is open all day must not show when it was opened. */
function useTimeOfNow(form: TripForm): void {
  const present = useNow();
  const { date: isDateTyped, time: isClockTyped } = form.formState.dirtyFields;
  const isPresent = !isDateTyped && !isClockTyped;
  useEffect(() => {
    if (!isPresent) return;
    const { date, time } = emptyTripForm(present);
    if (form.getValues('date') === date && form.getValues('time') === time) return;
    form.resetField('date', { defaultValue: date });
    form.resetField('time', { defaultValue: time });
  }, [form, present, isPresent]);
}

/**
 * Chooses the likely driver once, and moves the focus to the first empty field, unless someone has moved it to another control.
 * @returns a function that has the driver chosen again
 */
function useLikelyDriver(
  form: TripForm,
  latest: ReturnType<typeof useLatestTrips>,
  { data: drivers }: ReturnType<typeof useActiveDrivers>,
) {
  const isChosen = useRef(false);
  useEffect(() => {
    if (isChosen.current || !drivers?.length) return;
    const isOwnKnown = drivers.some(({ id }) => id === lastDriverId());
    if (!isOwnKnown && latest.isPending) return;
    isChosen.current = true;
    const driver = likelyDriver(latest.trips, drivers, lastDriverId());
    if (driver && !form.getValues('driverId')) form.resetField('driverId', { defaultValue: driver.id });
    const isControl = document.activeElement?.matches('a, button, input, select, textarea');
    if (!isControl) form.setFocus(driver ? 'suburb' : 'driverId');
  });
  return () => {
    isChosen.current = false;
  };
}
