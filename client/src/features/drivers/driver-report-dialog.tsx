import { type Driver, driverName } from '@shared/drivers';
import { daysBetween } from '@shared/periods';
import { MAX_HOURS_DAYS } from '@shared/shifts/shifts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/form/field';
import { pair } from '@/components/ui/form/pair';
import { Select } from '@/components/ui/form/select';
import { useNow } from '@/lib/clock';
import { namedSpans, type Span, spansAt } from '@/lib/spans';
import { type DriverDocument, useDriverDownload } from './api';

const PERIODS = [
  'Last month',
  'This month',
  'This quarter',
  'Last quarter',
  'Financial year',
  'Last financial year',
] as const;
const OWN_DATES = 'Own dates';

/** Why there is no report of these days. */
function periodFault({ from, to }: Span): string | undefined {
  if (from > to) return 'The last day must not be before the first';
  return daysBetween(from, to) >= MAX_HOURS_DAYS ? `At most ${MAX_HOURS_DAYS} days at once` : undefined;
}

/** Downloads what is stored of one driver for any days (docs/product/hours.md#report-of-a-driver). */
export function DriverReportDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const now = useNow();
  const periods = namedSpans(now, PERIODS);
  const [days, setDays] = useState<Span>(spansAt(now)['Last month']);
  const [isOwn, setOwn] = useState(false);
  const chosen = isOwn ? undefined : periods.find(({ from, to }) => from === days.from && to === days.to);
  const change = (changed: Partial<Span>) => {
    setOwn(false);
    setDays({ ...days, ...changed });
  };
  const fault = periodFault(days);
  const query = { driverId: driver.id, from: days.from, to: days.to };
  return (
    <Dialog title={`Report for ${driverName(driver)}`} onClose={onClose}>
      <div className="mt-4 space-y-4">
        <Field label="Period">
          <Select
            value={chosen?.name ?? OWN_DATES}
            choices={[...PERIODS, OWN_DATES]}
            onChange={({ target }) => {
              const period = periods.find(({ name }) => name === target.value);
              setOwn(!period);
              if (period) setDays(period);
            }}
          />
        </Field>
        <div className={pair}>
          <DateField label="From" value={days.from} onChange={(from) => from && change({ from })} />
          <DateField label="To" value={days.to} error={fault} onChange={(to) => to && change({ to })} />
        </div>
        <Downloads
          title="Trips, waiting, areas and hours"
          what="driver"
          isMain
          query={query}
          isDisabled={fault !== undefined}
          onSaved={onClose}
        />
        <Downloads
          title="Hours only"
          what="hours"
          query={query}
          isDisabled={fault !== undefined}
          onSaved={onClose}
        />
      </div>
    </Dialog>
  );
}

type DownloadsProps = {
  title: string;
  what: DriverDocument;
  isMain?: boolean;
  query: Span & { driverId: string };
  isDisabled: boolean;
  /** A toast would lie over the buttons of a phone. */
  onSaved: () => void;
};

function Downloads({ title, what, isMain, query, isDisabled, onSaved }: DownloadsProps) {
  const pdf = useDriverDownload(what, 'pdf');
  const csv = useDriverDownload(what, 'csv');
  const saveWith = async ({ save }: typeof pdf) => {
    if (await save(query)) onSaved();
  };
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-medium">{title}</h3>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          icon={Download}
          disabled={isDisabled}
          {...pdf.button}
          onClick={() => saveWith(pdf)}
        >
          PDF
        </Button>
        <Button icon={Download} disabled={isDisabled} {...csv.button} onClick={() => saveWith(csv)}>
          CSV
        </Button>
      </div>
    </section>
  );
}
