import { LENGTHS, POSTCODE_FILTERS } from '@shared/limits';
import { isDay } from '@shared/periods';
import type { TripSort } from '@shared/trips/trips';
import { ListFilter, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { DateField } from '@/components/date-field/date-field';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextInput } from '@/components/ui/form/text-input';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { useTripPostcodes } from '../history-api';
import { FilterChips, PeriodPresets } from './filter-chips';
import { activeFilters, TRIP_ORDERS, type TripHistoryFilters, type TripHistoryView } from './trip-filters';

type TripFilterBarProps = {
  /** The text in the search field; the search follows after a pause. */
  searchText: string;
  onSearchTextChange: (text: string) => void;
  view: TripHistoryView;
  onChange: (changed: Partial<TripHistoryFilters & TripSort>) => void;
  onClear: () => void;
};

/**
 * The filters of the history: words, postcode, days, usual periods, and what is set. A phone folds all but the first and the last, and
 * has a select for the order.
 */
export function TripFilterBar(props: TripFilterBarProps) {
  const { searchText, onSearchTextChange, view, onChange, onClear } = props;
  const id = useId();
  const isWide = useIsWide();
  const folded = activeFilters({ ...view, search: '' }).length;
  const [isOpen, setOpen] = useState(folded > 0);

  return (
    <search className="mb-4 grid grid-cols-1 items-start gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
      <Field label="Search" className="sm:max-lg:col-span-3">
        <TextInput
          type="search"
          icon={<Search className="size-4" />}
          value={searchText}
          maxLength={LENGTHS.search}
          placeholder="Suburb, driver or licence"
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onSearchTextChange(event.target.value)}
        />
      </Field>
      {isWide ? (
        <PlaceAndDays filters={view} onChange={onChange} />
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
              <PlaceAndDays filters={view} onChange={onChange} />
              <div className="col-span-2">
                <PeriodPresets filters={view} onChange={onChange} />
              </div>
            </div>
          </div>
        </>
      )}
      <div className="col-span-full flex flex-wrap items-center gap-x-6 gap-y-2 empty:hidden">
        {isWide && <PeriodPresets filters={view} onChange={onChange} />}
        <FilterChips filters={view} onChange={onChange} onClear={onClear} />
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

type PlaceAndDaysProps = { filters: TripHistoryFilters; onChange: TripFilterBarProps['onChange'] };

function PlaceAndDays({ filters: { postcode, startDate, endDate }, onChange }: PlaceAndDaysProps) {
  const { data: ownPostcodes = [] } = useTripPostcodes();
  const chosen = postcode === 'all' ? [] : [postcode];
  const postcodes = [...new Set<string>([...POSTCODE_FILTERS, ...ownPostcodes, ...chosen])];
  const isBackwards = startDate !== '' && endDate !== '' && endDate < startDate;
  return (
    <>
      <Field label="Postcode" className="max-sm:col-span-2">
        <Select
          value={postcode}
          onChange={(event) => onChange({ postcode: event.target.value })}
          choices={[{ value: 'all', label: 'All postcodes' }, ...postcodes]}
        />
      </Field>
      <DateField
        label="From"
        value={startDate}
        onChange={(day) => isDayOrNone(day) && onChange({ startDate: day })}
      />
      <DateField
        label="To"
        value={endDate}
        onChange={(day) => isDayOrNone(day) && onChange({ endDate: day })}
        error={isBackwards ? 'Choose a day on or after the first one' : undefined}
      />
    </>
  );
}
