import { clsx } from 'clsx';
import { type KeyboardEvent, useId, useState } from 'react';
import { Option } from './option';

type ListBoxOptions<Item> = {
  /** The shown options; empty while the list is closed. */
  items: readonly Item[];
  onChoose: (item: Item) => void;
  /** Called by Escape while the list is open; without it the list cannot be closed. */
  onClose?: () => void;
  isOpen?: boolean;
  /** The option that is active at first, if any. */
  first?: number;
  /** Gets the keys that the list leaves, and returns whether it took one. */
  onOtherKey?: (event: KeyboardEvent<HTMLInputElement>) => boolean;
};

/** A text field with a list of options below it, as ARIA's combobox describes: the focus stays in the field, the arrow keys move through the list. */
export function useListBox<Item>(options: ListBoxOptions<Item>) {
  const { items, onChoose, onClose, isOpen = items.length > 0, first = -1, onOtherKey } = options;
  const id = useId();
  const [active, setActive] = useState(first);
  const activeItem = items[active];
  const hasList = items.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // an input method's own keys
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const count = items.length;
    if (hasList && step) setActive((Math.max(active, step < 0 ? 0 : -1) + step + count) % count);
    else if (event.key === 'Enter' && activeItem) onChoose(activeItem);
    else if (event.key === 'Escape' && isOpen && onClose) onClose();
    else if (!onOtherKey?.(event)) return;
    event.preventDefault();
  }

  return {
    items,
    setActive,
    /** Attributes of the text field. */
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': hasList,
      'aria-controls': hasList ? `${id}-list` : undefined,
      'aria-activedescendant': activeItem && optionId(active),
      autoComplete: 'off',
      autoCorrect: 'off',
      spellCheck: false,
      onKeyDown,
    } as const,
    listId: `${id}-list`,
    /** Attributes of the Option of an item. */
    option: (index: number, item: Item) => ({
      id: optionId(index),
      isActive: index === active,
      onChoose: () => onChoose(item),
    }),
  };
}

type ListBoxProps<Item> = {
  box: ReturnType<typeof useListBox<Item>>;
  keyOf: (item: Item) => string;
  labelOf: (item: Item) => string;
  detailOf: (item: Item) => string | undefined;
  /** Says which item the field has already. */
  isChosen?: (item: Item) => boolean;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  className?: string;
};

/** The list below a field, while it is open: a label and a detail on each line. */
export function ListBox<Item>({
  box,
  keyOf,
  labelOf,
  detailOf,
  isChosen,
  className,
  ...named
}: ListBoxProps<Item>) {
  if (box.items.length === 0) return null;
  return (
    <div
      {...named}
      id={box.listId}
      role="listbox"
      className={clsx(
        'mt-1 divide-y divide-line overflow-y-auto rounded-md border border-line-strong bg-surface',
        className,
      )}
    >
      {box.items.map((item, index) => {
        const option = box.option(index, item);
        return (
          <Option key={keyOf(item)} {...option} isChosen={isChosen?.(item)} className="gap-4">
            <span className="grow">{labelOf(item)}</span>
            <span className={clsx('max-w-3/5 shrink-0 text-right text-sm', !option.isActive && 'text-muted')}>
              {detailOf(item)}
            </span>
          </Option>
        );
      })}
    </div>
  );
}
