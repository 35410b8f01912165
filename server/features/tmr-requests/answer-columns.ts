import type { Columns } from '../../lib/spreadsheets/zip';
import {
  DAY,
  lodgementColumns,
  shiftColumns,
  switchOffColumns,
  tripColumns,
} from '../records/record-columns';
import type { DriverLine, LicenceLine, VehicleLine } from './answer-lines';

const part = {
  firstDay: ['First day asked about on which this line held', DAY],
  lastDay: ['Last day asked about on which this line held', DAY],
} as const;

/** The tables of an answer: what each is, and its columns in their order. */
export const ANSWER_TABLES = {
  'trips.csv': { about: 'Trips of these days', columns: tripColumns },
  'shifts.csv': { about: 'Times in which drivers drove or were available to drive', columns: shiftColumns },
  'drivers.csv': {
    about: 'Drivers, with their names and numbers on these days',
    columns: {
      driverId: ['The driver'],
      firstName: ['First name on these days'],
      lastName: ['Last name on these days'],
      driverAuthorityLicense: ['Driver authorisation number on these days'],
      authorisationExpires: [
        'Last day of the authorisation in force on these days, where it was entered',
        DAY,
      ],
      usualVehicle: ['Registration on these days of the vehicle that the driver usually drove'],
      bookedHireServiceLicense: [
        'Last service licence of that vehicle in force on these days, or why there is no number',
      ],
      ...part,
      affiliatedFrom: ['First day of the affiliation; empty where there was none on these days', DAY],
      affiliatedTo: ['Last day of the affiliation, if it is one of the days asked about', DAY],
      isSubcontracted: ['Whether the driver is subcontracted', 'true or false'],
    } satisfies Columns<DriverLine>,
  },
  'switch-offs.csv': { about: 'When drivers were switched off', columns: switchOffColumns },
  'vehicles.csv': {
    about: 'Vehicles, with their registrations on these days',
    columns: {
      vehicleId: ['The vehicle'],
      registration: ['Registration on these days'],
      description: ["The booking entity's own description"],
      isSubcontracted: ['Whether it is subcontracted', 'true or false'],
      licence: ['Number of the last service licence in force on these days; empty where none was'],
      licenceKind: ['Kind of that licence', 'booked-hire, limousine or taxi'],
      licenceRemark: [
        'Why there is no number: a substitute taxi, which has none, the last licence and when it had expired, or not known',
      ],
      ...part,
      availableFrom: ['First day on which it was available; empty where it was not on these days', DAY],
      availableTo: ['Last day on which it was available, if it is one of the days asked about', DAY],
    } satisfies Columns<VehicleLine>,
  },
  'vehicle-licences.csv': {
    about: 'Service licences of these vehicles in force on these days',
    columns: {
      vehicleId: ['The vehicle, as in vehicles.csv'],
      registration: [
        'Its registration on the last day of the licence, or the last asked about if that is earlier',
      ],
      kind: ['Kind of licence', 'booked-hire, limousine or taxi'],
      number: ['Number of the licence'],
      from: ['First day of the licence', DAY],
      expires: ['Last day of the licence; empty where it was not entered', DAY],
    } satisfies Columns<LicenceLine>,
  },
  'lodgements.csv': { about: 'Reports lodged for these days', columns: lodgementColumns },
} as const;
export type AnswerFile = keyof typeof ANSWER_TABLES;
