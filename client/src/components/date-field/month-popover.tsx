import { brisbaneDay } from '@shared/periods';
import { clsx } from 'clsx';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { DayPicker } from 'react-day-picker';
import { enAU } from 'react-day-picker/locale';
import { now } from '@/lib/clock';
import { Button } from '../ui/button';

const GAP = 4;

type MonthPopoverProps = {
  day: string | undefined;
  max: string | undefined;
  /** The button next to which it opens, and which closes it. */
  opener: RefObject<HTMLButtonElement | null>;
  onChoose: (day: string) => void;
  /** Called when it has closed, however that happened. */
  onClose: () => void;
};

/** A month to choose a day from. Escape, a click elsewhere and the opener close it; the focus returns to where it was. */
export function MonthPopover({ day, max, opener, onChoose, onClose }: MonthPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const today = brisbaneDay(now());
  const shown = day ?? today;

  useLayoutEffect(() => {
    const element = popover.current;
    const button = opener.current;
    const field = button?.parentElement;
    if (!element || !button || !field) return;
    const place = () => {
      const { left, top, bottom } = field.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      const isRoomBelow = bottom + GAP + height <= window.innerHeight || top < GAP + height;
      element.style.top = `${isRoomBelow ? bottom + GAP : top - GAP - height}px`;
      element.style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - width - GAP))}px`;
    };
    // before it is shown, so that the browser knows whose focus it gives back
    button.popoverTargetElement = element;
    element.showPopover();
    place();
    const size = new ResizeObserver(place);
    size.observe(element);
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      size.disconnect();
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [opener]);

  // the browser reports it a task later: a key pressed meanwhile would find the month still open
  function close() {
    popover.current?.hidePopover();
    onClose();
  }
  function choose(chosen: string) {
    onChoose(chosen);
    close();
  }

  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-label="Choose a day"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // a dialog around it stays open
        event.preventDefault();
        close();
      }}
      className="fixed inset-auto m-0 rounded-md border border-line bg-surface p-3 text-base text-ink shadow-float"
    >
      <DayPicker
        mode="single"
        required
        autoFocus
        noonSafe
        locale={enAU}
        showOutsideDays
        captionLayout="dropdown"
        navLayout="around"
        startMonth={dateOf('2000-01-01')}
        endMonth={dateOf(max ?? `${Number(today.slice(0, 4)) + 5}-12-01`)}
        today={dateOf(today)}
        defaultMonth={dateOf(shown)}
        selected={day === undefined ? undefined : dateOf(day)}
        onSelect={(date) => choose(dayOf(date))}
        disabled={max === undefined ? undefined : { after: dateOf(max) }}
        classNames={classNames}
      />
      <Button variant="ghost" className="w-full" onClick={() => choose(today)}>
        Today
      </Button>
    </div>
  );
}

const arrow =
  'absolute top-0 grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-disabled:text-line-strong';
const classNames = {
  month: 'relative',
  month_caption: 'flex h-9 items-center justify-center',
  dropdowns: 'flex gap-1 font-semibold',
  dropdown_root:
    'relative rounded-md has-focus-visible:outline-2 has-focus-visible:outline-brand hover:bg-sunken',
  dropdown: 'absolute inset-0 w-full cursor-pointer opacity-0',
  caption_label: 'flex items-center px-1 py-1',
  button_previous: clsx(arrow, 'left-0'),
  button_next: clsx(arrow, 'right-0'),
  chevron: 'size-4 fill-current',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-9 text-sm font-normal text-muted',
  day: 'p-0 text-center',
  day_button: 'size-9 rounded-md not-disabled:hover:bg-sunken disabled:text-line-strong',
  today: 'font-semibold text-brand *:border *:border-brand',
  outside: 'text-muted',
  selected: '*:bg-brand *:text-brand-ink *:forced-color-adjust-none *:hover:bg-brand-strong!',
};

/** The library has a day as a Date in the machine's own time zone; noon is on that day wherever the clocks are changed. */
const dateOf = (day: string) => new Date(`${day}T12:00`);
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
