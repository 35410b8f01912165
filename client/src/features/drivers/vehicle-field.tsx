import { brisbaneDay } from '@shared/periods';
import { isAvailableOn, licenceInForce, type Vehicle } from '@shared/vehicles/vehicles';
import { clsx } from 'clsx';
import { type KeyboardEvent, useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { Option } from '@/components/ui/form/option';
import { TextInput } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import type { DriverFormFields } from './driver-form';

const SHOWN = 8;
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The vehicles whose registration or description contains what is typed, those available today first. */
function suggested(vehicles: readonly Vehicle[], typed: string, today: string): Vehicle[] {
  const found = vehicles.filter(({ registration, description }) =>
    plain(registration + (description ?? '')).includes(plain(typed)),
  );
  const isAvailable = (vehicle: Vehicle) => isAvailableOn(vehicle, today);
  return [...found.filter(isAvailable), ...found.filter((one) => !isAvailable(one))].slice(0, SHOWN);
}

type VehicleFieldProps = {
  control: Control<DriverFormFields, unknown, unknown>;
  vehicles: readonly Vehicle[];
  /** Called with the number of the licence in force of a vehicle that was chosen. */
  onLicence: (number: string) => void;
};

/** The registration of a driver's vehicle, which suggests the holder's vehicles; any other can be typed. */
export function VehicleField({ control, vehicles, onLicence }: VehicleFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ control, name: 'vehicleRegistrationNumber' });
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const today = brisbaneDay(now());
  const options = isOpen ? suggested(vehicles, field.value, today) : [];
  const hasList = options.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  function show(isShown: boolean) {
    setOpen(isShown);
    setActive(-1);
  }
  function choose(vehicle: Vehicle) {
    show(false);
    field.onChange(vehicle.registration);
    const licence = licenceInForce(vehicle.licences, today);
    if (licence) onLicence(licence.number);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (event.key === 'Escape' && hasList) show(false);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (step && hasList)
      setActive(
        active < 0 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length,
      );
    else if (event.key === 'ArrowDown') setOpen(true);
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <Field label="Vehicle Registration" required error={fieldState.error?.message}>
        <TextInput
          {...field}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? `${id}-list` : undefined}
          aria-activedescendant={options[active] && optionId(active)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => {
            field.onChange(event);
            show(event.target.value.trim() !== '');
          }}
          onBlur={() => {
            field.onBlur();
            show(false);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      {hasList && (
        <div
          id={`${id}-list`}
          role="listbox"
          data-keep-clear
          aria-label="Your vehicles"
          className="mt-1 max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line-strong bg-surface"
        >
          {options.map((vehicle, index) => (
            <Option
              key={vehicle.id}
              id={optionId(index)}
              isActive={index === active}
              onChoose={() => choose(vehicle)}
              className="justify-between gap-4"
            >
              <span>{vehicle.registration}</span>
              <span className={clsx('min-w-0 truncate text-sm', index !== active && 'text-muted')}>
                {vehicle.description ?? licenceInForce(vehicle.licences, today)?.number}
              </span>
            </Option>
          ))}
        </div>
      )}
    </div>
  );
}
