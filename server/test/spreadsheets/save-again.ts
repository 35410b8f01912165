import { brisbaneDay, brisbaneInstant, brisbaneTime, formatDay } from '@shared/periods';
import ExcelJS from 'exceljs';

async function load(file: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  // a copy, because a small buffer is a part of a larger one
  await workbook.xlsx.load(new Uint8Array(file).buffer);
  return workbook;
}

/**
 * A workbook as another spreadsheet program saves it: texts are shared, and dates have other formats, of a country or of hours.
 * @param date1904 counts days from 1904
 */
export async function savedAgain(file: Buffer, { date1904 = false } = {}): Promise<Buffer> {
  const workbook = await load(file);
  workbook.properties.date1904 = date1904;
  const formats = ['[$-C09]dd/mm/yyyy hh:mm:ss', 'yyyy-mm-dd hh:mm', '[h]:mm', 'd/m/yy\\ h:mm\\ AM/PM'];
  for (const sheet of workbook.worksheets)
    sheet.eachRow((row, index) =>
      row.eachCell((cell) => {
        if (cell.value instanceof Date) cell.numFmt = formats[index % formats.length] ?? '';
      }),
    );
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

/** The first sheet as a spreadsheet program in Australia saves it as CSV: with dates as it shows them, and semicolons. */
export async function savedAsCsv(file: Buffer): Promise<Buffer> {
  const [sheet] = (await load(file)).worksheets;
  const toBrisbane = brisbaneInstant('1970-01-01').getTime();
  const rows: string[] = [];
  sheet?.eachRow((row) => {
    const cells = (row.values as ExcelJS.CellValue[]).slice(1);
    const texts = Array.from(cells, (cell) => {
      if (!(cell instanceof Date)) return String(cell ?? '');
      const at = new Date(cell.getTime() + toBrisbane);
      return `${formatDay(brisbaneDay(at))} ${brisbaneTime(at).replace(/^0/, '')}${at.toISOString().slice(16, 19)}`;
    });
    rows.push(texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'));
  });
  return Buffer.from(`${rows.join('\r\n')}\r\n`);
}
