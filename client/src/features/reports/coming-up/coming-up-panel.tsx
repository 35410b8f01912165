import { AskedQuarter, useAskedQuarter } from '../lodgements/asked-quarter';
import { ComingUpRows } from './coming-up-rows';
import { useComingUp } from './use-coming-up';

/** Entries that come up soon, next to Log Trip; the running quarter is above it. */
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
          className="@container rounded-md border border-line bg-surface px-6 pt-6 pb-4"
        >
          <h2 id="coming-up-title" className="mb-2 text-lg font-semibold">
            Coming up
          </h2>
          <ComingUpRows entries={listed} />
        </section>
      )}
    </>
  );
}
