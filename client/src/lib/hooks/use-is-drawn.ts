import { startTransition, useEffect, useState } from 'react';

/**
 * False when a component is first rendered, then true, in slices between which the browser answers taps. `useDeferredValue`
 * does not wait inside what is deferred itself.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn;
}
