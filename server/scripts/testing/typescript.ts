/** The compiler that checks types, seen from node_modules/.bin; the `tsc` there is the one that the layout check parses with. */
export const TYPESCRIPT = '../typescript-7/bin/tsc';
