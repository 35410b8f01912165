import { createRoot } from 'react-dom/client';

/** React's root in an element. It is in React's own file, which thus runs by itself and before the app (vite.config.ts). */
export const rootIn = (element: HTMLElement) => createRoot(element);
