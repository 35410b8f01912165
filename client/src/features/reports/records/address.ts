/** The screen of TMR's letters and of the records (`RecordsScreen`). */
export const RECORDS = '/reports/records';
