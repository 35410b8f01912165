import { countOf } from '@shared/figures';
import { type Readiness, readyPercent } from '@shared/reports/checks';

/** The share of a period's trips that nothing is found about; its place is kept until that is known. */
export function ReadyShare({ of }: { of: Readiness | undefined }) {
  const ready = of && readyPercent(of);
  return (
    <p className="flex min-h-9 flex-wrap items-baseline gap-x-2 max-sm:min-h-15">
      {of && (
        <>
          <span className="text-xl font-semibold">{ready === null ? 'No trips' : `${ready} % ready`}</span>
          <span className="text-muted">
            {of.toLookAt > 0
              ? `${countOf(of.toLookAt, 'trip')} to look at`
              : ready !== null && countOf(of.tripCount, 'trip')}
          </span>
        </>
      )}
    </p>
  );
}
