import { PAGE_SIZE, PAGE_SIZES } from '@shared/limits';
import { useState } from 'react';
import { onDevice } from '@/lib/storage';

const KEY = 'tripsPerPage';

/** How many trips a page has: as chosen on this device, else 10. */
export function usePageSize(): [number, (size: number) => void] {
  const [chosen, setChosen] = useState<number>(
    () => PAGE_SIZES.find((size) => String(size) === onDevice.read(KEY)) ?? PAGE_SIZE,
  );
  function choose(size: number) {
    onDevice.write(KEY, String(size));
    setChosen(size);
  }
  return [chosen, choose];
}
