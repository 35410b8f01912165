import { join } from 'node:path';
import { inject } from 'vitest';

/** The file of a bundled program, by its name: the same for all tests of a run (global-setup.ts). */
export const program = (name: string): string => join(inject('programs'), `${name}.mjs`);
