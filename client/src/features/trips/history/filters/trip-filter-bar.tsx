import { type Driver, driverName } from '@shared/drivers';
import { POSTCODE_FILTERS } from '@shared/limits';
import { brisbaneDay, isDay } from '@shared/periods';
import { TRIP_FIELDS } from '@shared/trips/trip-fields';
import type { TripKind } from '@shared/trips/trip-kinds';
import type { TripSort } from '@shared/trips/trip-list';
import { vehicleName } from '@shared/vehicles/vehicles';
import { clsx } from 'clsx';
import { ListFilter, X } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { SearchField } from '@/components/ui/form/search-field';
import { Select } from '@/components/ui/form/select';
import { useActiveDrivers, useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useNow } from '@/lib/clock';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { useHasKinds, useTripPostcodes } from '../history-api';
import {
  NO_FILTERS,
  presetsAt,
  TRIP_ORDERS,
  type TripHistoryFilters,
  type TripHistoryView,
} from './trip-filters';
import { useFilterWords } from './use-filter-words';

type FilterProps = {
  filters: TripHistoryFilters;
  onChange: (changed: Partial<TripHistoryFilters & TripSort>) => void;
};

type TripFilterBarProps = Pick<FilterProps, 'onChange'> & {
  /** The text in the search field; the search follows after a pause. */
  searchText: string;
  onSearchTextChange: (text: string) => void;
  view: TripHistoryView;
  onClear: (() => void) | undefined;
};

/** The filters of the history. A phone folds all but the search and what is set, and has a select for the order. */
export function TripFilterBar(props: TripFilterBarProps) {
  const { searchText, onSearchTextChange, view, onChange, onClear } = props;
  const id = useId();
  const isWide = useIsWide();
  const folded = useFilterWords().list({ ...view, search: '' }).length;
  const [isOpen, setOpen] = useState(folded > 0);
  const hasKinds = useHasKinds() || view.kind !== '';

  return (
    <search
      className={clsx(
        'mb-1 sm:mb-4 grid grid-cols-1 items-start gap-x-4 gap-y-3 sm:grid-cols-6',
        hasKinds ? 'lg:grid-cols-4' : 'lg:grid-cols-[1.75fr_1.25fr_1fr_1fr_1fr_1fr]',
      )}
    >
      <SearchField
        label="Search"
        className="max-sm:[&>label]:sr-only sm:max-lg:col-span-full"
        value={searchText}
        placeholder="Suburb, driver or licence"
        onChange={onSearchTextChange}
      />
      {isWide ? (
        <PlaceAndDays filters={view} hasKinds={hasKinds} onChange={onChange} />
      ) : (
        <>
          <div className="grid grid-cols-[auto_1fr] gap-3">
            <Button
              aria-expanded={isOpen}
              aria-controls={id}
              icon={ListFilter}
              onClick={() => setOpen(!isOpen)}
            >
              Filters{folded > 0 && ` (${folded})`}
            </Button>
            <OrderSelect view={view} onChange={onChange} />
          </div>
          <div id={id} hidden={!isOpen}>
            <div className="grid grid-cols-2 gap-3">
              <PlaceAndDays filters={view} hasKinds={hasKinds} onChange={onChange} />
              <div className="col-span-2">
                <PeriodPresets filters={view} onChange={onChange} />
              </div>
            </div>
          </div>
        </>
      )}
      <div className="col-span-full flex flex-wrap items-center gap-x-6 gap-y-2 empty:hidden">
        {isWide && <PeriodPresets filters={view} onChange={onChange} />}
        <FilterChips filters={view} onChange={onChange} onClear={onClear} daysAreShown={isWide || isOpen} />
      </div>
    </search>
  );
}

function OrderSelect({ view, onChange }: Pick<TripFilterBarProps, 'view' | 'onChange'>) {
  const current = TRIP_ORDERS.findIndex(({ sort, order }) => sort === view.sort && order === view.order);
  return (
    <Select
      aria-label="Sort by"
      value={current}
      onChange={(event) => {
        const chosen = TRIP_ORDERS[Number(event.target.value)];
        if (chosen) onChange({ sort: chosen.sort, order: chosen.order });
      }}
      choices={TRIP_ORDERS.map(({ label }, index) => ({ value: index, label }))}
    />
  );
}

const isDayOrNone = (text: string) => text === '' || isDay(text);

type DriverSelectProps = { driverId: string; onChoose: (id: string) => void };

/** The drivers by name, those who no longer drive below. */
function DriverSelect({ driverId, onChoose }: DriverSelectProps) {
  const { data: drivers = [] } = useDrivers();
  const { data: active = [] } = useActiveDrivers();
  const former = drivers.filter(({ id }) => !active.some((driver) => driver.id === id));
  const options = (some: readonly Driver[]) =>
    some.map((driver) => (
      <option key={driver.id} value={driver.id}>
        {driverName(driver)}
      </option>
    ));
  return (
    <Select value={driverId} onChange={(event) => onChoose(event.target.value)} none="All drivers">
      {options(active)}
      {former.length > 0 && <optgroup label="No longer active">{options(former)}</optgroup>}
    </Select>
  );
}

function PlaceAndDays({ filters, hasKinds, onChange }: FilterProps & { hasKinds: boolean }) {
  const { data: vehicles = [] } = useVehicles();
  const today = brisbaneDay(useNow());
  const { driverId, vehicleId, postcode, startDate, endDate, kind } = filters;
  const { data: ownPostcodes = [] } = useTripPostcodes();
  const chosen = postcode === 'all' ? [] : [postcode];
  const postcodes = [...new Set<string>([...POSTCODE_FILTERS, ...ownPostcodes, ...chosen])];
  const days = hasKinds ? 'sm:max-lg:col-span-2' : 'sm:max-lg:col-span-3';
  const isBackwards = startDate !== '' && endDate !== '' && endDate < startDate;
  return (
    <>
      <Field label="Driver" className="max-lg:col-span-2">
        <DriverSelect driverId={driverId} onChoose={(id) => onChange({ driverId: id })} />
      </Field>
      {/* always there, so that nothing moves once the vehicles are known */}
      <Field label="Vehicle" className="max-lg:col-span-2">
        <Select
          value={vehicleId}
          onChange={(event) => onChange({ vehicleId: event.target.value })}
          none="All vehicles"
          choices={vehicles.map(({ id, registration, callSigns }) => ({
            value: id,
            label: vehicleName({ registration, callSigns }, today),
          }))}
        />
      </Field>
      <Field label="Postcode" className="max-lg:col-span-2">
        <Select
          value={postcode}
          onChange={(event) => onChange({ postcode: event.target.value })}
          choices={[{ value: 'all', label: 'All postcodes' }, ...postcodes]}
        />
      </Field>
      {hasKinds && (
        <Field label="Kind" className="max-lg:col-span-2">
          <Select
            value={kind}
            onChange={(event) => onChange({ kind: event.target.value as TripKind | '' })}
            none="All kinds"
            choices={TRIP_FIELDS.kind.choices}
          />
        </Field>
      )}
      <DateField
        label="From"
        className={days}
        value={startDate}
        onChange={(day) => isDayOrNone(day) && onChange({ startDate: day })}
      />
      <DateField
        label="To"
        className={days}
        value={endDate}
        onChange={(day) => isDayOrNone(day) && onChange({ endDate: day })}
        error={isBackwards ? 'Choose a day on or after the first one' : undefined}
      />
    </>
  );
}

const pill = 'min-h-11 max-w-full rounded-full border text-sm transition-colors pointer-fine:min-h-8';

const Pill = ({ className, ...props }: ComponentProps<'button'>) => (
  <button type="button" {...props} className={clsx(pill, className)} />
);

const PeriodPresets = ({ filters, onChange }: FilterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill two
  <div role="group" aria-label="Periods" className="flex flex-wrap gap-2 print:hidden">
    {presetsAt(useNow()).map(({ label, ...days }) => {
      const isChosen = filters.startDate === days.startDate && filters.endDate === days.endDate;
      return (
        <Pill
          key={label}
          aria-pressed={isChosen}
          onClick={() => onChange(isChosen ? { startDate: '', endDate: '' } : days)}
          className={clsx(
            'px-3 sm:max-lg:px-2',
            isChosen
              ? 'border-brand bg-brand-soft font-medium text-brand forced-colors:bg-brand forced-colors:text-brand-ink forced-color-adjust-none'
              : 'border-line-strong bg-surface hover:bg-sunken',
          )}
        >
          {label}
        </Pill>
      );
    })}
  </div>
);

type FilterChipsProps = FilterProps & Pick<TripFilterBarProps, 'onClear'> & { daysAreShown: boolean };

function FilterChips({ filters, onChange, onClear, daysAreShown }: FilterChipsProps) {
  const active = useFilterWords().list(filters);
  if (active.length === 0) return null;
  const isShown = (name: string) => daysAreShown && (name === 'startDate' || name === 'endDate');
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2 print:hidden">
      {active
        .filter(({ name }) => !isShown(name))
        .map(({ name, text }) => (
          <li key={name} className="max-w-full">
            <Pill
              onClick={() => onChange({ [name]: NO_FILTERS[name] })}
              className="flex items-center gap-1.5 border-transparent bg-brand-soft pr-2 pl-3 text-brand hover:border-brand forced-colors:border"
            >
              <span className="sr-only">Remove the filter </span>
              <bdi className="min-w-0 truncate">{text}</bdi>
              <X className="size-4 shrink-0" />
            </Pill>
          </li>
        ))}
      {onClear && (
        <li>
          <Button variant="ghost" className="px-2 text-sm pointer-fine:min-h-8!" onClick={onClear}>
            Clear filters
          </Button>
        </li>
      )}
    </ul>
  );
}
