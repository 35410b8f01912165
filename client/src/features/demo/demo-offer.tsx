import type { DemoOffer as Offer } from '@shared/demo';
import type { BeaHolder } from '@shared/holders';
import { useEffect, useState } from 'react';
import { failingQuietly, lazyPart } from '@/components/ui/lazy-part';
import { request } from '@/lib/api-client';

const TryDemo = lazyPart(() => import('./try-demo').then((file) => file.TryDemo), {
  Failed: failingQuietly('The demo could not be offered.'),
});

/** "Try it", where the operator of the service offers that. */
export function DemoOffer(props: { onStarted: (holder: BeaHolder) => void }) {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    request<Offer>('GET', '/api/demo').then(
      (offer) => setOffered(offer.isOffered),
      () => {},
    );
  }, []);
  return isOffered && <TryDemo {...props} />;
}
