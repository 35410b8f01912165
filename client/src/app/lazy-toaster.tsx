import { useEffect, useState } from 'react';
import { useToast } from '@/lib/toast';
import { LazyContent } from './lazy-content';

const loadToaster = () => import('@/components/ui/toaster').then((module) => module.Toaster);

/** The toast area, a tenth of the app's size: fetched at the first touch, before there is something to tell. */
export function LazyToaster() {
  const [touched, setTouched] = useState(false);
  const { toasts } = useToast();

  useEffect(() => {
    const onTouch = () => setTouched(true);
    const touches = ['pointerdown', 'keydown'] as const;
    for (const touch of touches) window.addEventListener(touch, onTouch, { once: true });
    return () => {
      for (const touch of touches) window.removeEventListener(touch, onTouch);
    };
  }, []);

  return (touched || toasts.length > 0) && <LazyContent load={loadToaster} props={{}} fallback={null} />;
}
