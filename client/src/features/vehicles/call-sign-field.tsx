import { brisbaneDay, formatDay } from '@shared/periods';
import { callSignTaken, isCalledOn } from '@shared/vehicles/call-signs';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { TextField } from '@/components/ui/form/text-field';
import { ChangeQuestionFields } from '@/features/dated/change-question';
import { now } from '@/lib/clock';
import { asksSince, callSignQuestion, vehicleCalled } from './call-sign-form';
import type { VehicleForm } from './dated-rows';
import { useVehicles } from './use-vehicles';

/** The call sign of a vehicle, and since when it is another (docs/product/vehicles.md#call-signs). */
export function CallSignField({ form, vehicle }: { form: VehicleForm; vehicle: Vehicle | null }) {
  const { data: vehicles = [] } = useVehicles();
  const [callSign, change] = useWatch({ control: form.control, name: ['callSign', 'callSignAnswer.change'] });
  const question = callSignQuestion(vehicle, { callSign });
  const asksDay = asksSince(vehicle, { callSign }, vehicles);
  return (
    <>
      <TextField
        form={form}
        name="callSign"
        label="Call sign"
        hint={`A fleet number, such as T101`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {question && <ChangeQuestionFields form={form} question={question} answer="callSignAnswer" />}
      {asksDay && (
        <FormDateField
          form={form}
          name="callSignAnswer.changedOn"
          label={`First day as ${callSign.trim()}`}
          required
          max={brisbaneDay(now())}
        />
      )}
      {(asksDay || change === 'change') && <Former form={form} vehicle={vehicle} vehicles={vehicles} />}
    </>
  );
}

type FormerProps = { form: VehicleForm; vehicle: Vehicle | null; vehicles: readonly Vehicle[] };

/** The vehicle that loses the call sign to this one. */
function Former({ form, vehicle, vehicles }: FormerProps) {
  const [callSign, day] = useWatch({ control: form.control, name: ['callSign', 'callSignAnswer.changedOn'] });
  const former = vehicleCalled(vehicle, { callSign }, vehicles);
  const own = former?.callSigns.find((one) => isCalledOn({ callSigns: [one] }, callSign, brisbaneDay(now())));
  if (!former || !own) return null;
  return (
    <p role="status" className="text-sm text-due">
      {callSignTaken(own, former.registration)}. It ends there the day before{day && ` ${formatDay(day)}`}.
    </p>
  );
}
