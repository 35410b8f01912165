import { zodResolver } from '@hookform/resolvers/zod';
import { brisbaneDay, formatDay, isDay } from '@shared/periods';
import { type RenewLicence, renewLicenceSchema } from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { EditDialog } from '@/components/edit-dialog';
import { now } from '@/lib/clock';
import { useRenewLicence } from './api';
import { OneLicence } from './dated-rows';
import { lastDayOfYear, nextLicence, shownLicence } from './licences';
import type { LicenceFields } from './vehicle-form';

const renewSchema = z.pipe(
  z.transform((licence: LicenceFields): unknown => ({ ...licence, expires: licence.expires || null })),
  renewLicenceSchema,
);

/** Adds the licence that follows the last one, in one step. */
export function RenewDialog({ vehicle, onClose }: { vehicle: Vehicle; onClose: () => void }) {
  const today = brisbaneDay(now());
  const form = useForm<LicenceFields, unknown, RenewLicence>({
    resolver: zodResolver(renewSchema),
    defaultValues: nextLicence(vehicle, today),
  });
  const { mutateAsync } = useRenewLicence();
  const licence = useWatch({ control: form.control, compute: (all) => all });
  const former = shownLicence(vehicle, today);
  const { errors } = form.formState;

  function change({ from, ...changes }: Partial<LicenceFields>) {
    const moved = from !== undefined && { from, ...(isDay(from) && { expires: lastDayOfYear(from) }) };
    for (const [name, value] of Object.entries({ ...moved, ...changes }))
      form.setValue(name as keyof LicenceFields, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  }

  return (
    <EditDialog
      title="Renew licence"
      description={
        <p className="wrap-anywhere">
          {vehicle.registration}
          {former && `\u00a0· licence ${former.number}`}
          {former?.expires &&
            ` ${former.expires < today ? 'expired' : 'expires'}\u00a0${formatDay(former.expires)}`}
        </p>
      }
      what="vehicle"
      form={form}
      draft={{ thing: `licence-${vehicle.id}`, version: vehicle.version }}
      save={(renewed, version) => mutateAsync({ id: vehicle.id, licence: { ...renewed, version } })}
      done="Licence renewed"
      failed="Failed to renew the licence"
      submitLabel="Renew licence"
      pendingLabel="Renewing..."
      onClose={onClose}
    >
      <OneLicence
        numberHint="As on the renewed licence"
        licence={licence}
        faultOf={(key) => errors[key]?.message}
        onChange={change}
      />
    </EditDialog>
  );
}
