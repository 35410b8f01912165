import { driverName } from '@shared/drivers';
import { clsx } from 'clsx';
import { CirclePlay, CircleStop } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOpenShifts, useShiftTaps } from './use-open-shifts';

/** One width for both labels. */
const SHIFT_BUTTON_WIDTH = 'w-31 shrink-0 max-[22rem]:w-24';

export type ShiftButtonProps = {
  /** The selected driver, or empty. */
  driverId: string;
  /** The chosen vehicle; empty for the driver's usual one. */
  vehicleId: string;
};

/** Starts or ends the selected driver's shift with one tap, offline too (docs/product/hours.md#start-and-end). */
export function ShiftButton({ driverId, vehicleId }: ShiftButtonProps) {
  const { data: drivers = [] } = useDrivers();
  const { start, endNow } = useShiftTaps();
  const open = useOpenShifts().findLast(({ shift }) => shift.driverId === driverId);
  const isBusy = useRef(false);
  const driver = drivers.find(({ id }) => id === driverId);

  async function tap() {
    if (isBusy.current || !driver) return;
    isBusy.current = true;
    if (open) await endNow(open);
    else await start(driverId, vehicleId, driverName(driver));
    isBusy.current = false;
  }

  const Icon = open ? CircleStop : CirclePlay;
  return (
    <Button
      className={clsx(
        SHIFT_BUTTON_WIDTH,
        'px-2! whitespace-nowrap roomy-phone:scroll-m-0! max-[22rem]:px-1!',
      )}
      disabled={!driver}
      // a double tap starts it, and does not end it at once
      onClick={(event) => event.detail <= 1 && void tap()}
    >
      <Icon className="size-4 max-[22rem]:hidden" />
      {open ? 'End shift' : 'Start shift'}
    </Button>
  );
}
