import {
  financialYearChoices,
  QUARTER_NUMBERS,
  quarterLabel,
  quarterMonths,
  yearChoices,
} from '@shared/periods';
import type { ReportKind } from '@shared/reports/report-periods';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useNow } from '@/lib/clock';
import type { ChosenReport } from './due-reports';

type PeriodFieldsProps = {
  chosen: ChosenReport;
  error: string | undefined;
  onChange: (chosen: ChosenReport) => void;
};

const KINDS: { value: ReportKind; label: string }[] = [
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'annual', label: 'Annual' },
];

/** The choices with what is chosen among them: a report can be due for longer than the choices go back. */
const withChosen = (choices: readonly (string | number)[], chosen: string) =>
  chosen === '' || choices.some((choice) => String(choice) === chosen) ? choices : [...choices, chosen];

/** Chooses the report and the period that everything in the panel is about. */
export function PeriodFields({ chosen, error, onChange }: PeriodFieldsProps) {
  const now = useNow();
  const { report, quarter, year, financialYear } = chosen;
  const set = (field: keyof ChosenReport) => ({
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...chosen, [field]: target.value }),
  });
  return (
    <div className="grid grid-cols-[5fr_3fr] gap-3 sm:grid-cols-[8rem_13rem_6rem]">
      <Field label="Report" className="max-sm:col-span-2">
        <Select value={report} {...set('report')} choices={KINDS} />
      </Field>
      {report === 'annual' ? (
        <Field label="Financial Year" required error={error} className="col-span-2">
          <Select
            value={financialYear}
            {...set('financialYear')}
            none="Select"
            choices={withChosen(financialYearChoices(now), financialYear)}
          />
        </Field>
      ) : (
        <>
          <Field label="Quarter" required error={error}>
            <Select
              value={quarter}
              {...set('quarter')}
              none="Select"
              choices={QUARTER_NUMBERS.map((number) => ({
                value: number,
                label: year
                  ? quarterLabel({ quarter: number, year: Number(year) })
                  : `${number} (${quarterMonths(number)})`,
              }))}
            />
          </Field>
          <Field label="Year" required>
            <Select
              value={year}
              {...set('year')}
              none="Select"
              choices={withChosen(yearChoices(now), year)}
            />
          </Field>
        </>
      )}
    </div>
  );
}
