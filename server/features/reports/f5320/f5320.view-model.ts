import { formatCount } from '@shared/figures';
import { brisbaneDay, formatDay, lastDay } from '@shared/periods';
import type { AnnualReport } from '../annual/annual.view-model';

/** The values that the form asks for once, each with its label. */
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
} as const;
export type FormValue = keyof typeof FORM_VALUES;

export type FormRow = { place: string; trips: string };

export function formData({ holder, sections, covers, ...report }: AnnualReport) {
  const values: Record<FormValue, string> = {
    ...holder,
    tradingName: holder.tradingName ?? '',
    financialYear: report.period,
    periodFrom: formatDay(brisbaneDay(covers.range.from)),
    periodTo: formatDay(lastDay(covers.range)),
    dueDate: formatDay(covers.dueDay),
    totalTrips: formatCount(report.totalTrips),
    nilStatement: report.nilStatement ?? '',
  };
  return { values, postcodes: sections.postcodes.rows.map(toRow), suburbs: sections.suburbs.rows.map(toRow) };
}

const toRow = ({ cells: [place = '', trips = ''] }: { cells: string[] }): FormRow => ({ place, trips });
