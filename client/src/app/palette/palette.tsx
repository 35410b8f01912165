import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { useListBox } from '@/components/ui/form/list-box';
import { Option } from '@/components/ui/form/option';
import { TextInput } from '@/components/ui/form/text-input';
import { Skeleton } from '@/components/ui/states/skeleton';
import { findRows, type PaletteRow, type RowGroup } from './row';
import { useDeeds } from './use-deeds';
import { useFound } from './use-found';
import { usePlaces, useReports } from './use-places';

const PLACES_AT_FIRST = 9;
const REPORTS_AT_FIRST = 3;

/** The choices for a text, in groups. */
function useRows(text: string, onShowKeys: () => void): RowGroup[] {
  const isEmpty = text.trim() === '';
  const places = findRows(usePlaces(onShowKeys), text);
  const reports = findRows(useReports(), text);
  const deeds = useDeeds(text);
  const found = useFound(text);
  const groups = [
    { title: 'Go to', rows: isEmpty ? places.slice(0, PLACES_AT_FIRST) : places },
    { title: 'Do', rows: deeds },
    { title: 'Make a report', rows: isEmpty ? reports.slice(0, REPORTS_AT_FIRST) : reports },
    ...found,
  ];
  return groups.filter(({ rows, isPending }) => rows.length > 0 || isPending);
}

/** Goes anywhere, finds drivers and trips, does things and makes reports, from one field (docs/product/app.md#command-palette). */
export function Palette({ onClose, onShowKeys }: { onClose: () => void; onShowKeys: () => void }) {
  const [text, setText] = useState('');
  const groups = useRows(text, onShowKeys);
  const rows = groups.flatMap((group) => group.rows);
  const box = useListBox({
    items: rows,
    first: 0,
    onChoose(row) {
      if ('text' in row) return type(row.text);
      onClose();
      row.run();
    },
  });
  function type(next: string) {
    setText(next);
    box.setActive(0);
  }

  return (
    <Dialog onClose={onClose} title="Search or jump to…" bare>
      <div className="relative">
        <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <TextInput
          {...box.field}
          aria-label="Search or jump"
          placeholder="Search or jump to…"
          value={text}
          onChange={({ target }) => type(target.value)}
          className="pr-14 pl-10 placeholder:text-muted"
        />
        <button
          type="button"
          aria-label="Close (Esc)"
          onClick={onClose}
          className="absolute inset-y-0 right-0 rounded-md px-3 text-sm text-muted hover:text-ink"
        >
          <span className="pointer-coarse:hidden">Esc</span>
          <X className="size-5 pointer-fine:hidden" />
        </button>
      </div>
      <div className="-mx-2 mt-2 flex h-[min(26rem,55dvh)] sm:h-[min(34rem,68dvh)] flex-col">
        <p role="status" className={clsx(groups.length === 0 && 'px-3 py-2 text-muted')}>
          {groups.length === 0 && `No results for “${text.trim()}”`}
        </p>
        {groups.length > 0 && (
          <div role="listbox" id={box.listId} aria-label="Results" className="min-h-0 overflow-y-auto">
            {groups.map(({ title, rows: listed, isPending }) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
              <div key={title} role="group" aria-label={title}>
                <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm text-muted">
                  {title}
                </p>
                {listed.map((row) => (
                  <Result key={row.id} row={row} option={box.option(rows.indexOf(row), row)} />
                ))}
                {isPending && <Skeleton className="mx-3 my-2 h-6 animate-late" />}
              </div>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

type ResultProps = { row: PaletteRow; option: { id: string; isActive: boolean; onChoose: () => void } };

const Result = ({ row: { icon: Icon, label, detail }, option }: ResultProps) => (
  <Option {...option} className="gap-3 rounded-md py-1 pointer-fine:min-h-10">
    <Icon className="size-4 shrink-0" />
    <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail && (
        <bdi className={clsx('min-w-0 truncate text-sm', !option.isActive && 'text-muted')}>{detail}</bdi>
      )}
    </span>
  </Option>
);
