import type { Office } from './office';

/** What one person does on a day. */
export type Act = (office: Office) => Promise<unknown>;
export type Step = [day: string, ...acts: Act[]];
export const on = (day: string, ...acts: Act[]): Step => [day, ...acts];

/** The quarters that stories tell of, each named by its months. */
export const QUARTERS = {
  'Jul–Sep': { period: 'Q1-2026', quarter: 'Q1', year: 2026, from: '2026-07-01', to: '2026-09-30' },
  'Oct–Dec': { period: 'Q2-2026', quarter: 'Q2', year: 2026, from: '2026-10-01', to: '2026-12-31' },
} as const;
export type QuarterName = keyof typeof QUARTERS;

/**
 * The lines of a quarter, in every document that has them: each stands here once, and each document is compared in the columns that it has.
 * A day is "5 Jan", one of another year than 2026 "5 Jan 27".
 */
export type Lines = {
  /** "name number vehicle start end": quarterly report; number, start and end in the portal's data. */
  drivers: string[];
  /** "registration licence start end": quarterly report and portal's data. */
  vehicles: string[];
  /** "1 driver, 2 vehicles": what the quarterly report counts. */
  counts: string;
  /** "name number trips average wait": quarterly report. */
  byDriver?: string[];
  /** "region area trips average wait": quarterly report and portal's data. */
  areas?: string[];
  /** Trips that began in no area, below the areas of the quarterly report alone: "– Outside Queensland trips average wait". */
  inNoArea?: string[];
  /**
   * "day time name number vehicle suburb postcode wait": quarterly report, reports of the drivers, Trip History, export, records and answer. One
   * that ends with "not booked" is not in the first two, one that ends with "deleted by" a person only in the last two.
   */
  trips?: string[];
  /** "day start end name number vehicle": list of shifts (without the number), records and answer. */
  shifts?: string[];
  /** "name number day start end vehicle hours", then "name number total": hours of the drivers. */
  hours?: string[];
  /** "first day to last day name number vehicle affiliation": answer. */
  answerDrivers: string[];
  /** "first day to last day registration licence time available": answer. */
  answerVehicles: string[];
  /** "registration number time in force": answer. */
  licences: string[];
  /** The drivers and vehicles that the answer marks as subcontracted. */
  subcontracted?: string[];
  /** What an inspector would ask: words of a finding, its kind first. */
  asks?: string[];
  /** What an inspector would not ask: words that are in no finding. */
  neverAsks?: string[];
  /** Texts in the quarterly report. */
  says?: string[];
};

export type Story = {
  title: string;
  happened: Step[];
  /** The day on which the documents are made, 10 January 2027 unless one is given. */
  readOn?: string;
  quarters: Partial<Record<QuarterName, Lines>>;
  /** Lines below A and B of the annual report of 2026-2027. */
  annual?: string[];
  /** "name registration licence" of each driver's form. */
  forms?: string[];
  /** The reports that are due, as the screens list them. */
  due?: string[];
};

/** A booked trip at nine o'clock from Toowong that waited ten minutes, unless it says otherwise. */
export const trip = (day: string, who: string, rest = 'Toowong 4066 10') =>
  `${day.includes(':') ? day : `${day} 09:00`} ${who} ${rest}`;
export const brisbane = (trips: number, wait = '10.0') => `South-East Queensland Brisbane ${trips} ${wait}`;

/** The days of the two quarters, as the answer names them. */
export const JUL = '1 Jul to 30 Sep';
export const OCT = '1 Oct to 31 Dec';
