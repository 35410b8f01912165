import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { Option } from '@/components/ui/form/option';
import { TextInput } from '@/components/ui/form/text-input';
import { Skeleton } from '@/components/ui/states/skeleton';
import { matching, type Row, type RowGroup } from './row';
import { useFound } from './use-found';
import { useLogRows } from './use-log-rows';
import { usePlaces, useReports } from './use-places';

const LOG = /^\s*log\s+(?=\S)/i;
const LOG_EXAMPLE = 'log toowong ben 5';
const PLACES_AT_FIRST = 9;
const REPORTS_AT_FIRST = 3;

/** Goes anywhere, finds drivers and trips, makes reports and logs a trip, from one field (docs/product/app.md#command-palette). */
export function Palette({ onClose, onShowKeys }: { onClose: () => void; onShowKeys: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const isLogging = LOG.test(text);
  const log = useLogRows(isLogging ? text.replace(LOG, '') : undefined, onClose);
  const search = isLogging ? '' : text;
  const isEmpty = text.trim() === '';
  const places = matching(usePlaces(onShowKeys), search);
  const reports = matching(useReports(), search);
  const found = useFound(search);
  const others: RowGroup[] = [
    { title: 'Go to', rows: isEmpty ? places.slice(0, PLACES_AT_FIRST) : places },
    { title: 'Make a report', rows: isEmpty ? reports.slice(0, REPORTS_AT_FIRST) : reports },
    ...found,
  ];
  const groups = (isLogging ? [{ title: log.title ?? '', rows: log.rows }] : others).filter(
    ({ rows, isPending }) => rows.length > 0 || isPending,
  );
  const rows = groups.flatMap((group) => group.rows);
  const at = rows.findIndex((row) => row.id === chosen);
  const active = at < 0 && !log.question ? 0 : at;
  const optionId = (row: Row) => `${id}-${row.id}`;
  const message = log.question ?? (groups.length === 0 ? `No results for “${text.trim()}”` : '');

  /** What will be logged stands first, above the question. */
  const isAsking = isLogging && log.title && log.question;

  function run(row: Row | undefined) {
    if (!row) return;
    // a trip that could not be logged stays in the field
    if (!isLogging) onClose();
    row.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    // an input method's own keys
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(rows[active]);
    else if (step)
      setChosen(rows[(Math.max(active, step < 0 ? 0 : -1) + step + rows.length) % rows.length]?.id);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog onClose={onClose} title="Search or jump to…" bare>
      <div className="relative">
        <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
        <TextInput
          role="combobox"
          aria-label="Search, jump or log"
          placeholder="Search or jump to…"
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={rows.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={rows[active] && optionId(rows[active])}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setChosen(undefined);
          }}
          onKeyDown={onKeyDown}
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
        <p role="status" className={clsx(message && 'px-3 py-2 text-muted')}>
          {isAsking && <span className="mb-1 block font-medium text-ink">{log.title}</span>}
          {message}
        </p>
        {groups.length > 0 && (
          <div role="listbox" id={`${id}-list`} aria-label="Results" className="min-h-0 overflow-y-auto">
            {groups.map(({ title, rows: listed, isPending }) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
              <div key={title} role="group" aria-label={title}>
                {!isAsking && (
                  <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm text-muted">
                    {title}
                  </p>
                )}
                {listed.map((row) => (
                  <Result
                    key={row.id}
                    id={optionId(row)}
                    row={row}
                    isActive={row === rows[active]}
                    onRun={() => run(row)}
                  />
                ))}
                {isPending && <Skeleton className="mx-3 my-2 h-6 animate-late" />}
              </div>
            ))}
          </div>
        )}
      </div>
      <p
        id={`${id}-help`}
        className={clsx('-mx-2 border-t border-line px-3 pt-3 text-sm text-muted', isLogging && 'invisible')}
      >
        Try “{LOG_EXAMPLE}”
      </p>
    </Dialog>
  );
}

type ResultProps = { id: string; row: Row; isActive: boolean; onRun: () => void };

const Result = ({ id, row: { icon: Icon, label, detail }, isActive, onRun }: ResultProps) => (
  <Option
    id={id}
    isActive={isActive}
    onChoose={onRun}
    className="gap-3 rounded-md py-1 pointer-fine:min-h-10"
  >
    <Icon className="size-4 shrink-0" />
    <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail && <bdi className={clsx('min-w-0 truncate text-sm', !isActive && 'text-muted')}>{detail}</bdi>}
    </span>
  </Option>
);
