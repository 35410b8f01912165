import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { NetworkError, send } from '@/lib/api-client';
import { ErrorBoundary } from './states/error-boundary';
import { ErrorState } from './states/error-state';
import { QuietFailure } from './states/quiet-failure';

export type FailedProps = {
  error: unknown;
  /** Whether the code was loaded and threw while it rendered. */
  isLoaded: boolean;
  onRetry: () => void;
  retrying: boolean;
};

type LateOptions<Props> = {
  /** Keeps the place while the code is on its way. */
  skeleton?: ReactNode | ((props: Props) => ReactNode);
  /** Stands in the part's place when its code cannot be loaded, or when it throws. */
  Failed?: ComponentType<FailedProps>;
  /** Waits until the browser has nothing else to do. */
  whenIdle?: boolean;
};

/** The files of each late part, which the build writes into the page (vite.config.ts); the development server does not. */
const filesOfParts: Record<string, string[]> | undefined = JSON.parse(
  document.getElementById('late-files')?.textContent ?? 'null',
);

/**
 * Gets a part's files into the browser's cache, so that its import cannot fail for want of one: a browser may never ask
 * again for a module that failed to load once, but it does for a file.
 * @throws NetworkError without an answer, ApiError where a file is gone
 */
async function fetchFiles(name: string): Promise<void> {
  if (!filesOfParts) return;
  const files = filesOfParts[name];
  if (!files) throw new Error(`The page names no files of ${name}`);
  await Promise.all(files.map(async (file) => (await send('GET', file)).blob()));
}

/** Safari has no requestIdleCallback. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });

/**
 * A component whose code is fetched when it is first shown, or before by `preload` (docs/product.md#late-code). A failure
 * stays inside the component and can be retried.
 * @param file the name of the chunk, which is that of the imported file
 * @param name the component's name in it
 */
export function late<Name extends string, Props extends object>(
  file: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  { skeleton = null, Failed = PartFailed, whenIdle = false }: LateOptions<Props> = {},
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;

  async function fetchPart() {
    if (whenIdle) await idle();
    await fetchFiles(file);
    loaded = (await load())[name];
    return loaded;
  }
  const askForPart = () => {
    loading ??= fetchPart().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [attempt, setAttempt] = useState(1);
    const [failure, setFailure] = useState<{ error: unknown; attempt: number }>();

    useEffect(() => {
      if (Part) return;
      let isCurrent = true;
      askForPart().then(
        // rendering a tab takes long: typing and taps go first
        (part) => isCurrent && startTransition(() => setPart(() => part)),
        (error) => isCurrent && setFailure({ error, attempt }),
      );
      return () => {
        isCurrent = false;
      };
    }, [Part, attempt]);

    if (!Part) {
      if (!failure) return typeof skeleton === 'function' ? skeleton(props) : skeleton;
      const { error, attempt: failed } = failure;
      const retry = () => setAttempt(failed + 1);
      return <Failed error={error} isLoaded={false} onRetry={retry} retrying={attempt > failed} />;
    }
    return (
      <ErrorBoundary
        fallback={(error, retry) => <Failed error={error} isLoaded onRetry={retry} retrying={false} />}
      >
        <Part {...props} />
      </ErrorBoundary>
    );
  }

  return Object.assign(Late, {
    /** Fetches the code ahead of need; after a failure it is fetched again when it is needed. */
    preload: (): void => void askForPart().catch(() => {}),
  });
}

/** Loads the page again, with the files of the present version. */
export const reload = () => window.location.reload();

/** Without a network only a retry helps; otherwise a new version may have replaced the files. */
function waysOut({ error, onRetry, retrying }: FailedProps) {
  return { onRetry, retrying, onReload: error instanceof NetworkError ? undefined : reload };
}

/** Says that a part of a screen could not be loaded, or failed. */
export function PartFailed(props: FailedProps) {
  const { error, isLoaded, onRetry } = props;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!(error instanceof NetworkError)) return;
    const onOnline = () => retry();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [error]);
  return (
    <ErrorState
      title={
        isLoaded ? 'This part of the app has stopped working' : 'This part of the app could not be loaded'
      }
      message={
        error instanceof NetworkError
          ? 'Please check your reception and try again.'
          : `${isLoaded ? 'Something went wrong in it' : 'Trip Log may have been updated since you opened it'}. If trying again does not help, reload: a trip you were typing is kept.`
      }
      {...waysOut(props)}
    />
  );
}

/** Says in one line, next to what goes on working, that a part is missing. */
export const failingQuietly = (text: string) =>
  function FailedQuietly(props: FailedProps) {
    return <QuietFailure {...waysOut(props)}>{text}</QuietFailure>;
  };
