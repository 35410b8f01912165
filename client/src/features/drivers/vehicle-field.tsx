import { brisbaneDay } from '@shared/periods';
import { findTypedVehicle } from '@shared/trips/reading/vehicles';
import { callSignOn } from '@shared/vehicles/call-signs';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { type Vehicle, vehicleName } from '@shared/vehicles/vehicles';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { ListBox, useListBox } from '@/components/ui/form/list-box';
import { TextInput } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import { availableFirst, type DriverFormFields, licenceText } from './driver-form';

const SHOWN = 8;
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The vehicles whose registration, call sign or description contains what is typed, those available today first. */
function suggested(vehicles: readonly Vehicle[], typed: string, today: string): Vehicle[] {
  const found = vehicles.filter((vehicle) => plain(vehicleName(vehicle, today)).includes(plain(typed)));
  return availableFirst(found, today).slice(0, SHOWN);
}

type VehicleFieldProps = {
  control: Control<DriverFormFields, unknown, unknown>;
  vehicles: readonly Vehicle[];
  /** Called with the vehicle that was chosen; without one when another is typed. */
  onVehicle: (vehicle?: Vehicle) => void;
};

/** The registration of a driver's vehicle, which suggests the holder's vehicles; any other can be typed. */
export function VehicleField({ control, vehicles, onVehicle }: VehicleFieldProps) {
  const { field, fieldState } = useController({ control, name: 'vehicleRegistrationNumber' });
  const [isOpen, setOpen] = useState(false);
  const today = brisbaneDay(now());
  const box = useListBox({
    items: isOpen ? suggested(vehicles, field.value, today) : [],
    onChoose: choose,
    onClose: () => show(false),
    onOtherKey({ key }) {
      if (key === 'ArrowDown') show(true);
      return key === 'ArrowDown' || (key === 'Enter' && chooseCalled());
    },
  });

  function choose(vehicle: Vehicle) {
    show(false);
    field.onChange(vehicle.registration);
    onVehicle(vehicle);
  }

  /** Chooses the vehicle whose call sign is typed, which would be stored as the registration of a new one. @returns whether there is one */
  function chooseCalled(): boolean {
    const meant = findTypedVehicle(field.value, today, vehicles);
    const isCalled = meant !== undefined && meant.registration !== normaliseRegistration(field.value);
    if (isCalled) choose(meant);
    return isCalled;
  }

  function show(isShown: boolean) {
    setOpen(isShown);
    box.setActive(-1);
  }

  return (
    <div>
      <Field label="Vehicle Registration" required error={fieldState.error?.message}>
        <TextInput
          {...field}
          {...box.field}
          autoCapitalize="characters"
          onChange={(event) => {
            field.onChange(event);
            onVehicle();
            show(event.target.value.trim() !== '');
          }}
          onBlur={() => {
            field.onBlur();
            show(false);
            chooseCalled();
          }}
        />
      </Field>
      <ListBox
        box={box}
        aria-label="Your vehicles"
        keyOf={({ id }) => id}
        labelOf={({ registration }) => registration}
        detailOf={(vehicle) =>
          [callSignOn(vehicle, today), vehicle.description ?? licenceText(vehicle, today)]
            .filter(Boolean)
            .join(', ')
        }
        className="max-h-60"
      />
    </div>
  );
}
