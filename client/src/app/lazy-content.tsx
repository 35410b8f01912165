import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { ErrorState } from '@/components/ui/error-state';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Fetches a part of the app before it is needed. What fails now is tried again when it is. */
export function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {});
}

/**
 * Shows a part of the app that is fetched when first shown. Other than React.lazy it can try again after a failure.
 * `load` and the part stay the same as long as it is mounted.
 */
export function LazyContent<Props extends object>({
  load,
  props,
  fallback,
}: {
  load: Load<Props>;
  props: Props;
  fallback: ReactNode;
}) {
  const [Content, setContent] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (failed) return;
    let current = true;
    load().then(
      // a screen is much to draw at once: what is typed or tapped meanwhile comes first
      (loaded) => current && startTransition(() => setContent(() => loaded)),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [load, failed]);

  if (Content) return <Content {...props} />;
  if (!failed) return fallback;
  return (
    <ErrorState
      title="This part of the app could not be loaded"
      message="Please check your reception and try again."
      onRetry={() => setFailed(false)}
    />
  );
}
