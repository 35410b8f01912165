import { normaliseRegistration } from '@shared/vehicles/registration';

/** "7", "#12", "Car 12", "Taxi no 4a". */
const NUMBERED =
  /^(?:(?:car|cab|taxi|van|bus|limo|unit|fleet|vehicle|veh)\.?\s*)?(?:no\.?|number|#)?\s*\d{1,4}\s?[a-z]?$/i;
/** Registrations have five characters or more. */
const LONGEST_CODE = 4;
/** "T101", "M-12", "BH7": letters, then figures. */
const CODE = /^[A-Z]{1,2}\d{1,3}[A-Z]?$/;
/** Letters and figures, as registrations are written; letters alone may be one too. */
const REGISTRATION = /^[\p{L}\p{N}]{2,9}$/u;

/** Whether a text in a column of vehicles is the number that a fleet gives a car, not a registration. */
export function isFleetNumber(text: string): boolean {
  const plate = normaliseRegistration(text);
  return NUMBERED.test(text.trim()) || (plate.length <= LONGEST_CODE && CODE.test(plate));
}

/** The registration that a text in a column of vehicles is; undefined for a fleet number, or a description such as "white Camry". */
export function asRegistration(text: string): string | undefined {
  const plate = normaliseRegistration(text);
  const isOne = /\d/.test(plate) || !/\s/.test(text.trim());
  return isOne && !isFleetNumber(text) && REGISTRATION.test(plate) ? plate : undefined;
}
