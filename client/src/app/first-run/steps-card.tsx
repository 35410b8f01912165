import { DAY_MS } from '@shared/durations';
import { clsx } from 'clsx';
import { ArrowLeft, Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { useDrivers } from '@/features/drivers/use-drivers';
import { now, useNow } from '@/lib/clock';
import { firstRunFrame, type useFirstRun } from './use-first-run';

export type FirstRunState = Omit<ReturnType<typeof useFirstRun>, 'isShown' | 'way'> & {
  /** Whether it can be seen: it is removed while it cannot, so that nothing moves. */
  isVisible: boolean;
};

export type Step = {
  title: string;
  hint: string;
  isDone: boolean | undefined;
  act?: () => void;
};

type FrameProps = Pick<FirstRunState, 'isFolded' | 'end' | 'hide'> & {
  heading: ReactNode;
  children?: ReactNode;
  /** Before the button that hides it. */
  action?: ReactNode;
};

/** The box above Log Trip, which keeps its height. */
export const FirstRunFrame = ({ isFolded, end, hide, heading, action, children }: FrameProps) => (
  <section aria-label="First steps" className={firstRunFrame(isFolded)}>
    <div className="flex h-11 items-center gap-2 sm:gap-3">
      <h2
        className={clsx(
          'grow font-semibold',
          isFolded ? 'flex min-h-11 items-center gap-1 max-sm:text-sm' : 'whitespace-nowrap sm:text-lg',
        )}
      >
        {heading}
      </h2>
      {action}
      <IconButton
        icon={X}
        iconClass="size-5"
        label="Hide first steps"
        onClick={() => {
          end();
          hide();
        }}
        className="-mr-2"
      />
    </div>
    {children}
  </section>
);

/** Steps, each ticked once the app's own data say that it is done; one line once one is left. */
export function StepsCard({ steps, ...props }: FirstRunState & { steps: readonly Step[] }) {
  const { isVisible, isFolded } = props;
  const drivers = useDrivers().data;
  const next = steps.find(({ isDone }) => !isDone);
  const isOver = next === undefined;
  const isKnown = steps.every(({ isDone }) => isDone !== undefined);
  const isOneLeft = steps.filter(({ isDone }) => isDone).length === steps.length - 1;
  const isUntouched = steps.every(({ isDone }) => isDone === false);

  const end = useEffectEvent(props.end);
  const hide = useEffectEvent(props.hide);
  const fold = useEffectEvent(props.fold);
  useEffect(() => {
    if (isOneLeft || (isKnown && !isOver)) fold(isOneLeft);
  }, [isKnown, isOver, isOneLeft]);
  const [overAt, setOverAt] = useState<number>();
  const isOld = useNow().getTime() - (overAt ?? Number.POSITIVE_INFINITY) >= DAY_MS;
  useEffect(() => {
    if (!isOver) return;
    end();
    setOverAt((at) => at ?? now().getTime());
    if (!isVisible || isOld) hide();
  }, [isOver, isVisible, isOld]);

  return (
    <FirstRunFrame
      {...props}
      heading={
        isOver ? (
          'All set'
        ) : isFolded && isOneLeft ? (
          <LastStep {...next} />
        ) : (
          <span className="flex items-center">
            {isUntouched && (
              <IconButton
                icon={ArrowLeft}
                label="Choose again"
                onClick={() => props.choose(null)}
                className="-ml-3"
              />
            )}
            First steps
          </span>
        )
      }
      action={
        !isFolded &&
        next?.act &&
        next.isDone === false && (
          <Button
            // Log Trip is, once there is a driver
            variant={drivers?.length === 0 ? 'primary' : 'secondary'}
            onClick={next.act}
            className="max-sm:px-2 max-sm:text-sm"
          >
            {next.title}
          </Button>
        )
      }
    >
      {!isFolded && <Steps steps={steps} next={next} />}
    </FirstRunFrame>
  );
}

const LastStep = ({ title, isDone, act }: Step) => (
  <>
    1 step left:{' '}
    {act && isDone === false ? (
      <button type="button" className="min-h-11 text-brand underline underline-offset-4" onClick={act}>
        {title}
      </button>
    ) : (
      title
    )}
  </>
);

const Steps = ({ steps, next }: { steps: readonly Step[]; next: Step | undefined }) => (
  <ol className="mt-1 grid sm:grid-cols-3">
    {steps.map(({ title, hint, isDone }, index) => (
      <li key={title} className="relative flex gap-3 not-last:pb-3 sm:not-last:pb-0">
        {index < steps.length - 1 && (
          <span
            className={clsx(
              'absolute top-7 bottom-0 left-3.5 border-l-2 sm:top-3.5 sm:right-1 sm:bottom-auto sm:left-8 sm:border-t-2 sm:border-l-0',
              isDone ? 'border-brand' : 'border-dotted border-line-strong',
            )}
          />
        )}
        <span
          className={clsx(
            'relative grid size-7 shrink-0 place-items-center rounded-full border-2 text-sm font-medium forced-color-adjust-none',
            isDone && 'border-brand bg-brand text-brand-ink',
            !isDone &&
              (steps[index] === next
                ? 'border-brand bg-surface text-brand'
                : 'border-line-strong bg-surface text-muted'),
          )}
        >
          {isDone ? <Check className="size-4" aria-label="Done" /> : index + 1}
        </span>
        <div className="min-w-0 sm:mt-9 sm:-ml-10 sm:pr-4">
          <p className={clsx('leading-7', steps[index] === next ? 'font-medium' : 'text-muted')}>{title}</p>
          <p className="text-sm text-muted max-lg:hidden">{hint}</p>
        </div>
      </li>
    ))}
  </ol>
);
