import { formatCount } from '@shared/figures';
import type { BeaHolder } from '@shared/holders';
import { formatDateTime, formatLongDay } from '@shared/periods';
import { readPeriod, unfinishedStatement } from '@shared/reports/report-periods';
import type { AnnualData } from '@shared/reports/reports';
import { suburbsByName } from '@shared/reports/suburbs-by-name';

const LABEL_WIDTH = 24;

/** The TXT summary of a financial year (docs/product/reports.md#f5320); `madeAt` is when its data were read. */
export function f5320Text(holder: BeaHolder, data: AnnualData, madeAt: Date): string {
  const period = readPeriod(data.financialYear);
  const unfinished = unfinishedStatement(period, madeAt);
  return [
    `TMR FORM F5320 DATA, ${data.financialYear}`,
    `Period: ${data.period}`,
    `Due to TMR: ${formatLongDay(period.dueDay)}`,
    ...(unfinished ? [unfinished] : []),
    '',
    'SECTION 1: HOLDER INFORMATION',
    ...lines([
      ['BEA Number', holder.beaNumber],
      ['Holder name', holder.holderName],
      ['Company name', holder.companyName],
      ['Trading name', holder.tradingName ?? ''],
      ['Contact email', holder.contactEmail],
      ['Contact phone', holder.contactPhone],
    ]),
    '',
    'SECTION 2: TRIPS BY SUBURB',
    ...lines(suburbsByName(data.placeBreakdown).map(({ name, tripCount }) => [name, tripCount])),
    '',
    'TRIPS BY POSTCODE',
    ...lines(data.postcodeBreakdown.map(({ postcode, tripCount }) => [postcode, tripCount])),
    '',
    ...lines([['TOTAL TRIPS', data.totalTrips]]),
    '',
    "This is not an official form: check it against TMR's current form or portal before you lodge it.",
    `Made ${formatDateTime(madeAt)}, Brisbane time.`,
    '',
  ].join('\r\n');
}

function lines(rows: [label: string, value: string | number][]): string[] {
  const filled = rows.filter(([, value]) => value !== '');
  if (filled.length === 0) return ['None'];
  const width = Math.max(LABEL_WIDTH, ...filled.map(([label]) => [...label].length + 2));
  return filled.map(([label, value]) => {
    const text = typeof value === 'number' ? formatCount(value) : value;
    return `${label}${' '.repeat(width - [...label].length)}${text}`;
  });
}
