import { foldText } from '@shared/fold-text';
import { type SQLWrapper, sql } from 'drizzle-orm';

/** `foldText` in SQL (docs/product.md#search). */
export const folded = (text: SQLWrapper) => sql<string>`fold_text(${text})`;

/** The pattern of `folded` texts that contain a typed one. */
export const containing = (typed: string) => `%${foldText(typed).replace(/[\\%_]/g, '\\$&')}%`;
