import { formatMinutes } from '@shared/figures';
import { type DetailFieldName, detailFieldNames, plainField } from '@shared/trips/trip-fields';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FoldButton } from '@/components/ui/fold-button';
import { brisbaneNote, now } from '@/lib/clock';
import { useAheadMs } from '@/lib/device-clock';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { onDevice } from '@/lib/storage/storage';
import { whenText } from '../trip-text';
import { DetailsFields, type DetailsFieldsProps } from './details-fields';
import { isInFuture } from './trip-form';

/** Set on a device whose people want the details open. */
const KEY = 'detailsOpen';

const foldedFields = ['date', 'time', ...detailFieldNames] as const;

const summaries = {
  minutes: (text: string) => formatMinutes(Number(text)),
  count: (text: string, label: string) => `${text} ${label.toLowerCase()}`,
  longText: (_: string, label: string) => `with ${label.toLowerCase()}`,
  text: (text: string) => text,
  code: (text: string) => text,
  choice: (text: string) => text,
};

function summaryOf(name: DetailFieldName, text: string | undefined): string | undefined {
  const { kind, label, usual, shown = String } = plainField(name);
  return text && text !== usual ? summaries[kind](shown(text), label) : undefined;
}

/** The details folded behind one line that sums them up: they are rarely changed. A desk, which has the room, opens them as they were left. */
export function FoldedDetails({ form, hasVehicleAbove }: DetailsFieldsProps) {
  const id = useId();
  const isDesk = useIsWide();
  const [isOpen, setOpen] = useState(() => isDesk && onDevice.read(KEY) !== null);
  const [date, time, ...details] = useWatch({ control: form.control, name: foldedFields });
  const wrong = foldedFields.find((name) => form.formState.errors[name]);
  const isClockWrong = useAheadMs() !== 0;
  const isFuture = isInFuture({ date, time }, now());
  const summary = [
    whenText({ date, time }, now()),
    brisbaneNote(),
    isClockWrong && !form.formState.dirtyFields.time && "by this device's clock",
    isFuture && 'in the future',
    ...detailFieldNames.map((name, index) => summaryOf(name, details[index]?.trim())),
  ];

  // a hidden field cannot be corrected
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  useEffect(() => {
    if (wrong && isOpen) form.setFocus(wrong);
  }, [form, wrong, isOpen]);

  function toggle() {
    setOpen(!isOpen);
    if (!isDesk) return;
    if (isOpen) onDevice.remove(KEY);
    else onDevice.write(KEY, 'yes');
  }

  return (
    <div>
      <FoldButton
        isOpen={isOpen}
        controls={id}
        label={isOpen ? 'Fewer details' : 'More details'}
        className="w-full justify-between gap-3 pointer-fine:min-h-6"
        onToggle={toggle}
      >
        <span className={isFuture ? 'text-due' : 'text-muted'}>{summary.filter(Boolean).join(' · ')}</span>
      </FoldButton>
      <div id={id} hidden={!isOpen} className="pt-2">
        <DetailsFields form={form} hasVehicleAbove={hasVehicleAbove} />
      </div>
    </div>
  );
}
