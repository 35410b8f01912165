import { formatCount } from '@shared/figures';
import { brisbaneDay, formatDate, formatDay, lastDay } from '@shared/periods';
import type { AnnualReport } from '../annual/annual.view-model';

/** The values that a form asks for once: the name in a template's map, and the label for people. */
export const FORM_VALUES = {
  companyName: 'Company name',
  tradingName: 'Trading name',
  beaNumber: 'BEA Number',
  holderName: 'Account holder',
  contactEmail: 'Contact email',
  contactPhone: 'Contact phone',
  financialYear: 'Financial year',
  periodFrom: 'Period from',
  periodTo: 'Period to',
  dueDate: 'Due date',
  totalTrips: 'Total trips',
  nilStatement: 'Nil statement',
  preparedOn: 'Prepared on',
} as const;
export type FormValue = keyof typeof FORM_VALUES;

/** A row of section C or D: a postcode or suburb, and its trips. */
export type FormRow = { place: string; trips: string };

export type FormData = {
  values: Record<FormValue, string>;
  postcodes: FormRow[];
  suburbs: FormRow[];
};

/** The annual report's values as a form asks for them. */
export function formData(report: AnnualReport): FormData {
  const { holder, sections, covers } = report;
  return {
    values: {
      ...holder,
      tradingName: holder.tradingName ?? '',
      financialYear: report.period,
      periodFrom: formatDay(brisbaneDay(covers.range.from)),
      periodTo: formatDay(lastDay(covers.range)),
      dueDate: formatDay(covers.dueDay),
      totalTrips: formatCount(report.totalTrips),
      nilStatement: report.nilStatement ?? '',
      preparedOn: formatDate(report.madeAt),
    },
    postcodes: sections.postcodes.rows.map(toRow),
    suburbs: sections.suburbs.rows.map(toRow),
  };
}

const toRow = ({ cells: [place = '', trips = ''] }: { cells: string[] }): FormRow => ({ place, trips });
