import { driverName, isActiveDriver } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import { CalendarPlus, CarFront, CirclePlay, CircleStop, Mail, UserPlus } from 'lucide-react';
import { useLocation } from 'wouter';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOpenShifts, useShiftTaps } from '@/features/shifts/use-open-shifts';
import { licenceExpiry, shownLicence } from '@/features/vehicles/licences';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useNow } from '@/lib/clock';
import { addressOf } from '../tabs/tab-address';
import { findRows, type PaletteRow } from './row';

const SHOWN = 5;
/** Without a verb, a name means the driver or vehicle itself. */
const VERB = /^(ren|licen|sta|end|shi|beg)/i;

/** What can be done at once. Renewing and shifts name what they are of once something is typed. */
export function useDeeds(text: string): PaletteRow[] {
  const [, navigate] = useLocation();
  const { data: drivers = [] } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const open = useOpenShifts();
  const { start, endNow } = useShiftTaps();
  const now = useNow();
  const today = brisbaneDay(now);
  const go = (address: string) => () => navigate(address, { replace: true });

  const plain: PaletteRow[] = [
    {
      id: 'add-driver',
      icon: UserPlus,
      label: 'Add a driver',
      words: 'new',
      run: go(addressOf('drivers', 'driver=new')),
    },
    {
      id: 'add-vehicle',
      icon: CarFront,
      label: 'Add a vehicle',
      words: 'new car',
      run: go(addressOf('drivers', 'vehicle=new')),
    },
    {
      id: 'request',
      icon: Mail,
      label: 'Enter a request from TMR',
      words: 'make new letter',
      run: go('/reports/records?request=new'),
    },
  ];
  if (text.trim() === '')
    return [
      ...plain,
      { id: 'renew', icon: CalendarPlus, label: 'Renew a licence', text: 'renew ' },
      { id: 'shift', icon: CirclePlay, label: 'Start or end a shift', text: 'shift ' },
    ];

  const renewals = vehicles
    .filter(({ licences }) => licences.length > 0)
    .toSorted((one, other) => (expiryOf(one, today) < expiryOf(other, today) ? -1 : 1))
    .map((vehicle) => ({
      id: `renew-${vehicle.id}`,
      icon: CalendarPlus,
      label: `Renew licence: ${vehicle.registration}`,
      detail: licenceExpiry(vehicle, today)?.text ?? '',
      run: go(`/vehicles/${vehicle.id}?renew`),
    }));
  const shifts = drivers
    .filter((driver) => isActiveDriver(driver, now))
    .flatMap((driver): PaletteRow[] => {
      const shown = open.findLast(({ shift }) => shift.driverId === driver.id);
      const name = driverName(driver);
      if (!shown)
        return [
          {
            id: `start-${driver.id}`,
            icon: CirclePlay,
            label: `Start shift: ${name}`,
            words: 'begin',
            run: () => void start(driver.id, '', name),
          },
        ];
      return [
        {
          id: `end-${driver.id}`,
          icon: CircleStop,
          label: `End shift: ${name}`,
          words: 'start begin',
          run: () => void endNow(shown),
        },
      ];
    });
  const isVerb = text.split(/\s+/).some((word) => VERB.test(word));
  return [
    ...findRows(plain, text),
    ...(isVerb ? [renewals, shifts].flatMap((rows) => findRows(rows, text).slice(0, SHOWN)) : []),
  ];
}

/** Licences that never expire come last. */
const expiryOf = (vehicle: Parameters<typeof shownLicence>[0], today: string) =>
  shownLicence(vehicle, today)?.expires ?? '9';
