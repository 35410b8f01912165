import { driverName } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import { clsx } from 'clsx';
import { CirclePlay, CircleStop } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useDrivers } from '@/features/drivers/use-drivers';
import { now } from '@/lib/clock';
import { toast } from '@/lib/toast';
import { minuteOf } from './shift-text';
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
  const { start, end } = useShiftTaps();
  const open = useOpenShifts().findLast(({ shift }) => shift.driverId === driverId);
  const isBusy = useRef(false);
  const driver = drivers.find(({ id }) => id === driverId);

  async function tap() {
    if (isBusy.current || !driver) return;
    isBusy.current = true;
    if (open) await endNow();
    else await start(driverId, vehicleId, driverName(driver));
    isBusy.current = false;
  }

  async function endNow() {
    if (!open) return;
    const begun = Date.parse(open.shift.start);
    const minute = minuteOf(now()).getTime();
    // the clock of this phone, or of the one that started it, was wrong
    if (minute < begun)
      return void toast({
        title: 'This shift starts later than now',
        description: 'Check the time of this device, or correct the shift in Hours.',
        variant: 'destructive',
      });
    await end(open, new Date(Math.max(minute, begun + MINUTE_MS)));
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
