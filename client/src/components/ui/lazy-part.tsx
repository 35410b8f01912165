import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { forgetKeptAnswers } from '@/lib/storage/storage';
import { ErrorState, QuietFailure } from './states/error-state';

/** The code of a part did not arrive. */
class LoadError extends Error {}

export type FailedProps = {
  /** Whether the code was loaded and threw while it rendered. */
  isLoaded: boolean;
  onRetry: () => void;
};

type PartOptions = {
  skeleton?: ReactNode;
  /** Replaces the part when its code cannot be loaded, or when it throws. */
  Failed?: ComponentType<FailedProps>;
};

/** A component whose code is fetched when it is first shown (docs/product/app.md#late-code). What it throws stays inside. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { skeleton = null, Failed = PartFailed }: PartOptions = {},
) {
  const loadPart = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        // React.lazy keeps a failure: another one loads the code again
        latest = loadPart();
        throw new LoadError('The code could not be loaded', { cause });
      }
    });
  let latest = loadPart();

  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest);
    const again = (retry: () => void) => {
      setPart(() => latest);
      retry();
    };
    return (
      <ErrorBoundary
        fallback={(error, retry) => (
          <Failed isLoaded={!(error instanceof LoadError)} onRetry={() => again(retry)} />
        )}
      >
        <Suspense fallback={skeleton}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

type ErrorBoundaryProps = {
  /** Replaces the children; `retry` renders them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
};

/** Keeps an error thrown while its children render from unmounting what is outside. React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    // a cached answer may be what broke it, and would again after a reload
    if (!(error instanceof LoadError)) forgetKeptAnswers();
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: null }));
  }
}

export const reload = () => window.location.reload();

/** Retries once the network is back. Without one only that helps; otherwise a new version may have replaced the files. */
function useWaysOut({ isLoaded, onRetry }: FailedProps) {
  const isOffline = !isLoaded && !navigator.onLine;
  useWindowEvent('online', onRetry, !isLoaded);
  return { isOffline, onRetry, onReload: isOffline ? undefined : reload };
}

export function PartFailed(props: FailedProps) {
  const { isLoaded } = props;
  const { isOffline, ...waysOut } = useWaysOut(props);
  return (
    <ErrorState
      title={
        isLoaded ? 'This part of the app has stopped working' : 'This part of the app could not be loaded'
      }
      message={
        isOffline
          ? 'Please check your reception and try again.'
          : `${isLoaded ? 'Something went wrong in it' : 'Trip Log may have been updated since you opened it'}. If trying again does not help, reload: a trip you were typing is kept.`
      }
      {...waysOut}
    />
  );
}

export const failingQuietly = (text: string) =>
  function FailedQuietly(props: FailedProps) {
    const { onRetry, onReload } = useWaysOut(props);
    return (
      <QuietFailure onRetry={onRetry} onReload={onReload}>
        {text}
      </QuietFailure>
    );
  };
