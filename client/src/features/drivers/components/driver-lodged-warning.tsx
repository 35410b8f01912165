import type { Driver, DriverInput } from '@shared/drivers';
import { lodgedReportsTouched, lodgedWarningText } from '@shared/reports/lodged-changes';
import { type Control, useWatch } from 'react-hook-form';
import { safeParse } from 'zod/mini';
import { Alert } from '@/components/ui/alert';
import { useLodgements } from '../api';
import { type DriverFormFields, driverFormSchema } from '../driver-form';

type DriverLodgedWarningProps = {
  control: Control<DriverFormFields, unknown, DriverInput>;
  driver: Driver | null;
};

/** Warns that what a form says of a driver changes lodged reports, once it can be saved. */
export function DriverLodgedWarning({ control, driver }: DriverLodgedWarningProps) {
  const { data } = useLodgements();
  const { data: after } = safeParse(driverFormSchema, useWatch({ control }));
  const touched = after
    ? lodgedReportsTouched(data?.lodgements ?? [], { driver: { before: driver, after } })
    : [];
  if (touched.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {lodgedWarningText(touched)}
    </Alert>
  );
}
