import { createContext, use } from 'react';

/** Whether this is a driver's own phone: it has one screen, so that nothing leads to another (docs/product/phones.md). */
export const OnPhone = createContext(false);

export const useOnPhone = (): boolean => use(OnPhone);
