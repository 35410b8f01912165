import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { NetworkError, send } from '@/lib/api-client';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { idle } from '@/lib/idle';
import { forgetKeptAnswers } from '@/lib/storage';
import { ErrorState, QuietFailure } from './states/error-state';

export type FailedProps = {
  error: unknown;
  /** Whether the code was loaded and threw while it rendered. */
  isLoaded: boolean;
  onRetry: () => void;
  retrying: boolean;
};

type PartOptions<Props> = {
  skeleton?: ReactNode | ((props: Props) => ReactNode);
  /** Replaces the part when its code cannot be loaded, or when it throws. */
  Failed?: ComponentType<FailedProps>;
  whenIdle?: boolean;
};

/** Finds out why code did not arrive, which the error of an import does not say. @returns a NetworkError if nothing answers */
function reasonOf(error: unknown): Promise<unknown> {
  // Safari does not name the file
  const [file = '/'] = /https?:\S+\.js/.exec(String(error)) ?? [];
  return send('GET', file)
    .then(() => error)
    .catch((reason) => reason);
}

/** The component `name` of a file that is fetched when it is first shown (docs/product/app.md#late-code). */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  { skeleton = null, Failed = PartFailed, whenIdle = false }: PartOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  async function loadPart() {
    try {
      if (whenIdle) await idle();
      loaded = (await load())[name];
      return loaded;
    } catch (error) {
      throw await reasonOf(error);
    } finally {
      loading = undefined;
    }
  }
  const askForPart = () => {
    loading ??= loadPart();
    return loading;
  };

  function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [attempt, setAttempt] = useState(1);
    const [failure, setFailure] = useState<{ error: unknown; attempt: number }>();

    useEffect(() => {
      if (Part) return;
      askForPart().then(
        // rendering a tab takes long: typing and taps go first
        (part) => startTransition(() => setPart(() => part)),
        (error) => setFailure({ error, attempt }),
      );
    }, [Part, attempt]);

    if (Part)
      return (
        <ErrorBoundary
          fallback={(error, retry) => <Failed error={error} isLoaded onRetry={retry} retrying={false} />}
        >
          <Part {...props} />
        </ErrorBoundary>
      );
    if (!failure) return typeof skeleton === 'function' ? skeleton(props) : skeleton;
    return (
      <Failed
        error={failure.error}
        isLoaded={false}
        onRetry={() => setAttempt(failure.attempt + 1)}
        retrying={attempt > failure.attempt}
      />
    );
  }

  return Object.assign(LazyPart, {
    /** Fetches the code ahead of need; after a failure it is fetched again when it is needed. */
    preload: (): void => void askForPart().catch(() => {}),
  });
}

type ErrorBoundaryProps = {
  /** What to show instead; `retry` renders the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
};

/** Keeps an error thrown while its children render from unmounting what is outside. React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch() {
    // a cached answer may be what broke it, and would again after a reload
    forgetKeptAnswers();
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: null }));
  }
}

export const reload = () => window.location.reload();

/** Without a network only a retry helps; otherwise a new version may have replaced the files. */
const waysOut = ({ error, onRetry, retrying }: FailedProps) => ({
  onRetry,
  retrying,
  onReload: error instanceof NetworkError ? undefined : reload,
});

export function PartFailed(props: FailedProps) {
  const { error, isLoaded, onRetry } = props;
  const isOffline = error instanceof NetworkError;
  useWindowEvent('online', onRetry, isOffline);
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
      {...waysOut(props)}
    />
  );
}

export const failingQuietly = (text: string) =>
  function FailedQuietly(props: FailedProps) {
    useWindowEvent('online', props.onRetry, props.error instanceof NetworkError);
    return <QuietFailure {...waysOut(props)}>{text}</QuietFailure>;
  };
