/** The class of a row of two fields next to each other, where there is room. */
export const pair =
  'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4';
