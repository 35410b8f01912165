import { formatDateTime } from '@shared/periods';
import type { ReportSection } from '../report.view-model';
import type { AnnualReport } from './annual.view-model';

const LABEL_WIDTH = 20;

export function renderAnnualText(report: AnnualReport): string {
  const { holder, postcodes, suburbs, rankAndHail } = { ...report, ...report.sections };
  const statements = [report.nilStatement, report.unfinished].filter((statement) => statement !== null);
  return [
    `TMR ANNUAL REPORT, ${report.period}`,
    '',
    ...section('A', 'Booking entity', [
      line('Company name', holder.companyName),
      ...(holder.tradingName ? [line('Trading name', holder.tradingName)] : []),
      line('BEA Number', holder.beaNumber),
      line('Account holder', holder.holderName),
      line('Contact email', holder.contactEmail),
      line('Contact phone', holder.contactPhone),
    ]),
    ...section('B', 'Reporting period', [
      line('Period', report.dates),
      line('Due to TMR', report.due),
      ...statements,
    ]),
    ...section('C', postcodes.heading, [
      ...(report.otherTrips ? [report.otherTrips] : []),
      ...rowsOf(postcodes),
    ]),
    ...section('D', suburbs.heading, rowsOf(suburbs)),
    ...(rankAndHail ? section('E', rankAndHail.heading, [rankAndHail.note, ...rowsOf(rankAndHail)]) : []),
    report.notice,
    `Made ${formatDateTime(report.madeAt)}, Brisbane time.`,
    '',
  ].join('\r\n');
}

function section(letter: string, heading: string, lines: string[]): string[] {
  const title = `${letter}. ${heading}`;
  return [title, '-'.repeat(title.length), ...lines, ''];
}

const line = (label: string, value: string) => `${label.padEnd(LABEL_WIDTH)}${value}`;

function rowsOf({ rows, total, empty }: ReportSection): string[] {
  const table = tableOf([...rows.map(({ cells }) => cells), ...(total ? [total] : [])]);
  return rows.length === 0 ? [empty, ...table] : table;
}

function tableOf(rows: string[][]): string[] {
  const widest = (index: number) => Math.max(...rows.map((cells) => [...(cells[index] ?? '')].length));
  const nameWidth = Math.max(LABEL_WIDTH, widest(0) + 2);
  const figureWidth = widest(1);
  return rows.map(
    ([name = '', figure = '']) =>
      `${name}${' '.repeat(nameWidth - [...name].length)}${figure.padStart(figureWidth)}`,
  );
}
