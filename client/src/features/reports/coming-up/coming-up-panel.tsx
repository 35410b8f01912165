import { clsx } from 'clsx';
import { AskedQuarter, useAskedQuarter } from '../lodgements/asked-quarter';
import { ComingUpRows } from './coming-up-rows';
import { useComingUp } from './use-coming-up';

/** What comes up soon, next to Log Trip; the running quarter is above it. */
export function ComingUpPanel() {
  const { entries, lodgements, isLoading } = useComingUp();
  const { asked, isLoading: mayAsk } = useAskedQuarter(lodgements);
  // all at once, so that nothing moves
  if (isLoading || mayAsk) return null;
  const listed = entries.filter(({ report }) => report?.state !== 'running');
  return (
    <>
      {asked && <AskedQuarter period={asked} />}
      {listed.length > 0 && (
        <section
          aria-labelledby="coming-up-title"
          className={clsx(
            '@container rounded-md border border-line bg-surface px-4 pt-3 pb-1',
            asked && 'mt-4',
          )}
        >
          <h2 id="coming-up-title" className="font-semibold">
            Coming up
          </h2>
          <ComingUpRows entries={listed} />
        </section>
      )}
    </>
  );
}
