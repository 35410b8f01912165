import { brisbaneTime } from '@shared/periods';
import { Info } from 'lucide-react';
import { useEffect } from 'react';
import { useNow } from '@/lib/clock';

/** Says above every screen that it is a demo, until when, and what is switched off (docs/product/demo.md). */
export function DemoBar({ until, onOver }: { until: string; onOver: () => void }) {
  const isOver = useNow() >= new Date(until);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end is what this waits for
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver]);
  return (
    <section aria-label="Demo" className="border-b border-line bg-brand-soft text-sm print:hidden">
      <p className="mx-auto flex max-w-page gap-2 px-4 py-2">
        <Info className="mt-0.5 size-4 shrink-0 text-brand" />
        <span>
          This is a demo with made-up trips. It is removed at {brisbaneTime(new Date(until))}, or when you log
          out. Emails, pictures and passkeys are switched off.
        </span>
      </p>
    </section>
  );
}
