import { type Driver, driverName } from '@shared/drivers';
import { addDays, brisbaneDay, daysBetween, daysOf, quarterOf, quarterRange } from '@shared/periods';
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
import { type DriverDocument, useDriverDownload } from './api';

type Days = { from: string; to: string };

/** The periods that are a choice away, by Brisbane's date. */
function periodsAt(now: Date): [name: string, days: Days][] {
  const endOfLast = addDays(`${brisbaneDay(now).slice(0, 8)}01`, -1);
  const quarter = daysOf(quarterRange(quarterOf(now)));
  return [
    ['Last month', { from: `${endOfLast.slice(0, 8)}01`, to: endOfLast }],
    ['This quarter', { from: quarter.startDate, to: quarter.endDate }],
  ];
}

/** Why there is no report of these days. */
function periodFault({ from, to }: Days): string | undefined {
  if (from > to) return 'The last day must not be before the first';
  return daysBetween(from, to) >= MAX_HOURS_DAYS ? `At most ${MAX_HOURS_DAYS} days at once` : undefined;
}

/** Downloads what is stored of one driver for any days (docs/product/hours.md#report-of-a-driver). */
export function DriverReportDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const periods = periodsAt(useNow());
  const [days, setDays] = useState<Days>(periods[0]?.[1] ?? { from: '', to: '' });
  const chosen = periods.find(([, { from, to }]) => from === days.from && to === days.to);
  const fault = periodFault(days);
  return (
    <Dialog title={`Report for ${driverName(driver)}`} onClose={onClose}>
      <div className="mt-4 space-y-4">
        <Field label="Period">
          <Select
            value={chosen?.[0] ?? ''}
            none={chosen ? undefined : 'From and to'}
            choices={periods.map(([name]) => name)}
            onChange={({ target }) => {
              const period = periods.find(([name]) => name === target.value);
              if (period) setDays(period[1]);
            }}
          />
        </Field>
        <div className={pair}>
          <DateField label="From" value={days.from} onChange={(from) => from && setDays({ ...days, from })} />
          <DateField
            label="To"
            value={days.to}
            error={fault}
            onChange={(to) => to && setDays({ ...days, to })}
          />
        </div>
        <Downloads
          title="Trips, waiting, areas and hours"
          what="driver"
          isMain
          query={{ driverId: driver.id, ...days }}
          isDisabled={fault !== undefined}
          onSaved={onClose}
        />
        <Downloads
          title="Hours only"
          what="hours"
          query={{ driverId: driver.id, ...days }}
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
  query: Days & { driverId: string };
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
