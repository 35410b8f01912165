import { driverName } from '@shared/drivers';
import { useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useNow } from '@/lib/clock';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { type HoursFilter, hoursFilterFault, periodsAt } from './hours-filter';

type HoursFilterBarProps = { filter: HoursFilter; onChange: (filter: HoursFilter) => void };

const OTHER_DAYS = 'Other days';

/** Chooses the driver and the days whose hours are listed. A phone asks for the days only where they are no period. */
export function HoursFilterBar({ filter, onChange }: HoursFilterBarProps) {
  const { data: drivers = [] } = useDrivers();
  const periods = periodsAt(useNow());
  const isWide = useIsWide();
  const [hasOtherDays, setOtherDays] = useState(false);
  const found = periods.find(({ from, to }) => from === filter.from && to === filter.to);
  const chosen = hasOtherDays ? undefined : found;
  return (
    <search className="mb-4 grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
      <Field label="Driver">
        <Select
          value={filter.driverId}
          none="All drivers"
          choices={drivers.map((driver) => ({ value: driver.id, label: driverName(driver) }))}
          onChange={({ target }) => onChange({ ...filter, driverId: target.value })}
        />
      </Field>
      <Field label="Period">
        <Select
          value={chosen?.name ?? OTHER_DAYS}
          choices={[...periods.map(({ name }) => name), OTHER_DAYS]}
          onChange={({ target }) => {
            const period = periods.find(({ name }) => name === target.value);
            setOtherDays(!period);
            if (period) onChange({ ...filter, from: period.from, to: period.to });
          }}
        />
      </Field>
      {(isWide || !chosen) && (
        <>
          <DateField
            label="From"
            value={filter.from}
            onChange={(from) => from && onChange({ ...filter, from })}
          />
          <DateField
            label="To"
            value={filter.to}
            error={hoursFilterFault(filter)}
            onChange={(to) => to && onChange({ ...filter, to })}
          />
        </>
      )}
    </search>
  );
}
