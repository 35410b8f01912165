/** A licence of a vehicle, by TMR's names. */
export const LICENCE_KINDS = ['booked-hire', 'limousine', 'taxi'] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** The dated facts of drivers and vehicles, and the fields that hold them (docs/decisions/0022-dated-facts.md). */
export type FactValues = {
  name: { firstName: string | null; lastName: string | null };
  number: { driverAuthorityLicense: string };
  /** A driver's usual vehicle, and what the driver's form says of it. */
  vehicle: {
    vehicleId: string | null;
    vehicleRegistrationNumber: string;
    bookedHireServiceLicense: string;
  };
  registration: { registration: string };
  /** A fleet number: "T101" (docs/product/vehicles.md#call-signs). */
  'call-sign': { callSign: string };
  /** `expired`: its own last day, where its successor ended it earlier. */
  licence: { kind: LicenceKind; number: string; expired?: string };
  /** The last day of a driver's authorisation that was renewed. */
  authorisation: { authorisationExpires: string };
  /** A span in which a driver is affiliated or a vehicle available: it has only its days. */
  time: Record<string, never>;
};
export type Fact = keyof FactValues;
export type FactValue = FactValues[Fact];
