import { addDays, brisbaneDay, brisbaneTime } from '@shared/periods';
import { instantOf } from '@shared/reading/moments';
import { readTypedTime } from '@shared/reading/times';
import { isLeftOpen } from '@shared/shifts/left-open';
import { type SyntheticEvent, useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { isRefusedRecord } from '@/features/outbox/waiting-record';
import { brisbaneNote, useNow } from '@/lib/clock';
import { onDevice } from '@/lib/storage/storage';
import { dayInWords, dayOf, shortName } from './shift-text';
import { timesFault } from './times-fault';
import { type ShownShift, useOpenShifts, useShiftTaps } from './use-open-shifts';

const KEY = 'shiftsStillDriven';
const stillDrivenSchema = z.array(z.string());

/** Names a shift on this device, whether the server has it or not. */
const keyOf = ({ shift }: ShownShift) => `${shift.driverId} ${shift.start}`;

/** Drivers with an open shift, and the fate of shifts left open. It shows nothing without any. */
export function OpenShifts() {
  const open = useOpenShifts();
  const refused = useOutbox().shifts.filter(isRefusedRecord).length;
  const { data: drivers = [] } = useDrivers();
  const today = brisbaneDay(useNow());
  return (
    <>
      {open.length > 0 && (
        <Link href="/hours" className="-my-1 block truncate py-1 text-sm text-muted hover:underline">
          <span className="sr-only">Hours: </span>
          {open
            .map(({ shift }) => {
              const day = dayInWords(dayOf(shift.start), today);
              return `${shortName(shift, drivers)}, since ${day && `${day} `}${brisbaneTime(new Date(shift.start))}`;
            })
            .concat(brisbaneNote() ?? [])
            .join('\u00a0· ')}
        </Link>
      )}
      {refused > 0 && (
        <Link href="/hours" className="-my-1 block py-1 text-sm font-medium text-danger underline">
          {refused === 1 ? 'A shift was' : `${refused} shifts were`} not accepted
        </Link>
      )}
      <LeftOpenShifts />
    </>
  );
}

/** Asks once about each shift that was left open on an earlier day (docs/product/hours.md#left-open). */
export function LeftOpenShifts() {
  const open = useOpenShifts();
  const now = useNow();
  const [answered, setAnswered] = useState(() => onDevice.readAs(KEY, stillDrivenSchema) ?? []);
  const asked = open.filter((one) => isLeftOpen(one.shift, now) && !answered.includes(keyOf(one)));

  function stillDriving(one: ShownShift) {
    const keys = [...answered, keyOf(one)].slice(-50);
    onDevice.write(KEY, JSON.stringify(keys));
    setAnswered(keys);
  }
  return asked.map((one) => (
    <LeftOpen key={keyOf(one)} open={one} now={now} onStillDriving={() => stillDriving(one)} />
  ));
}

type LeftOpenProps = { open: ShownShift; now: Date; onStillDriving: () => void };

function LeftOpen({ open: left, now, onStillDriving }: LeftOpenProps) {
  const { data: drivers = [] } = useDrivers();
  const { end } = useShiftTaps();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const { shift } = left;
  const day = dayOf(shift.start);
  const when = dayInWords(day, brisbaneDay(now));

  function setEnd(event: SyntheticEvent) {
    // the form of Log Trip is around it
    event.preventDefault();
    const time = text.trim() === '' ? undefined : readTypedTime(text);
    if (!time) return setFault('Please write the time as 14:05');
    const sameDay = instantOf(day, time);
    const at = sameDay.toISOString() > shift.start ? sameDay : instantOf(addDays(day, 1), time);
    if (at > now) return setFault('This is in the future');
    const open = timesFault(brisbaneTime(new Date(shift.start)), text);
    if (open) return setFault(open);
    void end(left, at);
  }

  return (
    <Alert
      variant="due"
      title={`${shortName(shift, drivers)}'s shift of ${when}, from ${brisbaneTime(new Date(shift.start))}, is still open`}
    >
      <div className="mt-1 flex flex-wrap items-end gap-2 text-ink">
        <Field label="Ended at" error={fault} note={brisbaneNote()}>
          <TextInput
            value={text}
            inputMode="numeric"
            placeholder="hh:mm"
            autoComplete="off"
            className="w-24! placeholder:text-sm placeholder:text-muted"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && setEnd(event)}
          />
        </Field>
        <Button onClick={setEnd}>Set the end</Button>
        <Button variant="ghost" onClick={onStillDriving}>
          Still driving
        </Button>
      </div>
    </Alert>
  );
}
