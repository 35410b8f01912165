import { formatDay } from '@shared/periods';
import { type History, LICENCE_LABELS, type Licence } from '@shared/vehicles/vehicles';

type Entry = History[number];

/** "from 01/07/2025 to 30/06/2026"; empty where it has neither day. */
function entryTimeText({ from, to }: Pick<Entry, 'from' | 'to'>, today: string): string {
  if (from && to) return `from ${formatDay(from)} to\u00a0${formatDay(to)}`;
  if (to) return `until ${formatDay(to)}`;
  if (from) return `${from > today ? 'from' : 'since'} ${formatDay(from)}`;
  return '';
}

const subjects: Record<Entry['fact'], (value: Entry['value'], of: 'drivers' | 'vehicles') => string> = {
  name: ({ firstName, lastName }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ');
    return name ? `Name ${name}` : 'No name';
  },
  number: ({ driverAuthorityLicense }) => `Driver Authority License ${driverAuthorityLicense}`,
  vehicle: ({ vehicleRegistrationNumber, bookedHireServiceLicense }) =>
    vehicleRegistrationNumber
      ? `Vehicle ${vehicleRegistrationNumber} with Booked Hire Service License ${bookedHireServiceLicense || 'not known'}`
      : 'Vehicle not known',
  authorisation: ({ authorisationExpires }) =>
    `Authorisation to ${authorisationExpires && formatDay(authorisationExpires)}`,
  'call-sign': ({ callSign }) => `Call sign ${callSign}`,
  registration: ({ registration }) => `Registration ${registration}`,
  licence: ({ kind, number, expired }) => {
    const own = expired ? ` (would have expired ${formatDay(expired)})` : '';
    return `${LICENCE_LABELS[kind as Licence['kind']]} ${number}${own}`;
  },
  time: (_, of) => (of === 'drivers' ? 'Affiliated' : 'Available'),
};

/** An entry of a history as a sentence: "Registration 123ABC until 30/06/2026", "Available since 01/07/2025, assumed". */
export const factText = (entry: Entry, of: 'drivers' | 'vehicles', today: string): string =>
  [
    subjects[entry.fact](entry.value, of),
    // an authorisation's last day says it already
    entry.fact !== 'authorisation' && entryTimeText(entry, today),
  ]
    .filter(Boolean)
    .join(' ') + (entry.isAssumed ? ', assumed' : '');

/** The effect of removing an entry. */
export const removalText = ({ fact }: Pick<Entry, 'fact'>): string =>
  fact === 'time'
    ? 'Reports of that time then leave the driver out.'
    : fact === 'call-sign'
      ? 'No vehicle then has it at that time.'
      : 'What came after it then holds for that time too, also in reports of earlier periods.';
