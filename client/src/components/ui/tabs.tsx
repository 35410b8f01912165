import { formatCount } from '@shared/figures';
import { clsx } from 'clsx';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { Select } from './form/select';

export type TabItem<Id extends string> = {
  id: Id;
  label: string;
  /** What waits there: a number, and its words. */
  waiting?: { count: number; text: string } | undefined;
};

type TabBarProps<Id extends string> = {
  /** The name of the tab list, and of the select that replaces it on a phone. */
  label: string;
  tabs: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

const tabId = (id: string) => `tab-${id}`;
const panelId = (id: string) => `panel-${id}`;

function neighbour(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Underlined tabs with arrow-key navigation; below 640 px a select. */
export function TabBar<Id extends string>({ label, tabs, value, onChange }: TabBarProps<Id>) {
  const bar = useRef<HTMLDivElement>(null);

  if (!useIsWide()) {
    return (
      <div className="py-0.75">
        <Select
          aria-label={label}
          className="font-medium"
          value={value}
          onChange={(event) => {
            const chosen = tabs.find((tab) => tab.id === event.target.value);
            if (chosen) onChange(chosen.id);
          }}
          choices={tabs.map(({ id, label, waiting }) => ({
            value: id,
            label: waiting ? `${label} (${formatCount(waiting.count)})` : label,
          }))}
        />
      </div>
    );
  }

  function move(event: KeyboardEvent, index: number) {
    const next = neighbour(event.key, index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    bar.current?.querySelector<HTMLElement>(`#${tabId(tab.id)}`)?.focus();
  }

  return (
    <div ref={bar} role="tablist" aria-label={label} className="-mb-px flex gap-1 overflow-x-auto">
      {tabs.map((tab, index) => {
        const selected = tab.id === value;
        return (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            aria-selected={selected}
            aria-description={tab.waiting?.text}
            aria-controls={selected ? panelId(tab.id) : undefined}
            tabIndex={selected ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={(event) => move(event, index)}
            className={clsx(
              'min-h-11 border-b-2 px-3 font-medium whitespace-nowrap transition-colors -outline-offset-2 forced-color-adjust-none',
              selected
                ? 'border-brand text-brand forced-colors:border-b-4'
                : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
            )}
          >
            {tab.label}
            {tab.waiting && (
              <span
                aria-hidden="true"
                className="ml-1.5 rounded-full bg-due-soft px-2 py-0.5 text-sm text-due"
              >
                {formatCount(tab.waiting.count)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

type TabPanelProps = { tab: TabItem<string>; selected: boolean; children: ReactNode };

/** The contents of one tab. A hidden panel stays mounted, so that it keeps what was typed. */
export const TabPanel = ({ tab, selected, children }: TabPanelProps) => (
  <div id={panelId(tab.id)} role="tabpanel" aria-label={tab.label} hidden={!selected}>
    {children}
  </div>
);
