import { startTransition, useEffect, useState } from 'react';

/** False, then true in a transition: `useDeferredValue` does not wait inside what is deferred itself. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn;
}
