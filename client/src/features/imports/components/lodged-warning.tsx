import { lodgedWarningText, type TouchedReport } from '@shared/reports/lodged-changes';
import { Alert } from '@/components/ui/alert';

/** Warns that trips come to lodged reports, or go from them. */
export function LodgedWarning({ touched }: { touched: readonly TouchedReport[] }) {
  if (touched.length === 0) return null;
  return (
    <Alert variant="due" title="Already lodged">
      {lodgedWarningText(touched, { counted: true })}
    </Alert>
  );
}
