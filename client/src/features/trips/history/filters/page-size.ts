import { PAGE_SIZE, PAGE_SIZES } from '@shared/limits';
import { useState } from 'react';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { onDevice } from '@/lib/storage';

const KEY = 'tripsPerPage';

/** How many trips a page has: as was chosen on this device, else what suits the screen. */
export function usePageSize(): [number, (size: number) => void] {
  const usual = useIsWide() ? 25 : PAGE_SIZE;
  const [chosen, setChosen] = useState(() => PAGE_SIZES.find((size) => String(size) === onDevice.read(KEY)));
  function choose(size: number) {
    onDevice.write(KEY, String(size));
    setChosen(PAGE_SIZES.find((choice) => choice === size));
  }
  return [chosen ?? usual, choose];
}
