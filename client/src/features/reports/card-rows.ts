/** The classes of cards in a row. */
export const cardRow = 'grid grid-cols-1 gap-2 sm:gap-6';

/** The classes of the three charts: the second has room for its labels in one line. */
export const chartRow = `${cardRow} not-print:min-[48rem]:grid-cols-2 not-print:min-[48rem]:max-xl:*:first:col-span-2 print:grid-cols-2 print:*:break-inside-avoid print:*:last:col-span-2 xl:grid-cols-[minmax(0,11fr)_minmax(0,11fr)_minmax(0,8fr)]`;
