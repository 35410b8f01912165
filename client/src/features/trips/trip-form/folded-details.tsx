import { formatMinutes } from '@shared/figures';
import { type DetailFieldName, detailFieldNames, plainField } from '@shared/trips/trip-fields';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { now } from '@/lib/clock';
import { whenText } from '../trip-text';
import { DetailsFields } from './details-fields';
import { isInFuture, type TripForm } from './trip-form';

const folded = ['date', 'time', ...detailFieldNames] as const;

const summaries = {
  minutes: (text: string) => formatMinutes(Number(text)),
  longText: (_: string, label: string) => `with ${label.toLowerCase()}`,
  text: (text: string) => text,
  code: (text: string) => text,
};

function summaryOf(name: DetailFieldName, text: string | undefined): string | undefined {
  const { kind, label } = plainField(name);
  return text && summaries[kind](text, label);
}

/** The details folded behind one line that sums them up, for phones: they are rarely changed. */
export function FoldedDetails({ form }: { form: TripForm }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [date, time, ...details] = useWatch({ control: form.control, name: folded });
  const wrong = folded.find((name) => form.formState.errors[name]);
  const isFuture = isInFuture({ date, time }, now());
  const summary = [
    whenText({ date, time }, now()),
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

  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-sm"
      >
        <span className={isFuture ? 'text-due' : 'text-muted'}>{summary.filter(Boolean).join(' · ')}</span>
        <span className="flex shrink-0 items-center gap-1 font-medium text-brand">
          {isOpen ? 'Fewer details' : 'More details'}
          <ChevronDown className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="pt-2">
        <DetailsFields form={form} />
      </div>
    </div>
  );
}
