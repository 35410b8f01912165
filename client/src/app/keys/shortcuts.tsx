import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { Palette } from '../lazy-screens';
import { addressOf, type TabId } from '../tabs/tab-address';
import { KeysDialog } from './keys-dialog';
import { hasSingleKeys, TAB_KEYS } from './single-keys';

type Opened = 'keys' | 'palette';

const OpenContext = createContext<(what: Opened) => void>(() => {});

export const useOpen = () => use(OpenContext);

/** The time that a letter may come after `g`. */
const SECOND_KEY_MS = 1500;

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input, select, textarea, [contenteditable], [role=grid]') !== null;

/** The keys that work everywhere (docs/product/app.md#keys), but not behind a dialog. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [opened, open] = useState<Opened>();
  const [, navigate] = useLocation();
  const wentAt = useRef(Number.NEGATIVE_INFINITY);

  function go(tab: TabId) {
    navigate(addressOf(tab));
    window.scrollTo(0, 0);
  }

  /** @returns whether the key says something */
  function takeSingleKey({ key, timeStamp }: KeyboardEvent): boolean {
    const tab = timeStamp - wentAt.current < SECOND_KEY_MS ? TAB_KEYS[key] : undefined;
    wentAt.current = key === 'g' ? timeStamp : Number.NEGATIVE_INFINITY;
    if (tab) go(tab);
    else if (key === '/') open('palette');
    else if (key === '?') open('keys');
    else if (key === 'n') {
      go('log-trip');
      // once the tab is shown; a form that opens takes the focus by itself
      setTimeout(() => document.querySelector<HTMLElement>('#panel-log-trip [name=suburb]')?.focus());
    } else return false;
    return true;
  }

  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !isTyping(event);
    if (isPalette) open('palette');
    else if (!isSingle || !hasSingleKeys() || !takeSingleKey(event)) return;
    event.preventDefault();
  });

  return (
    <OpenContext value={open}>
      {children}
      {opened === 'palette' && <Palette onClose={() => open(undefined)} onShowKeys={() => open('keys')} />}
      {opened === 'keys' && <KeysDialog onClose={() => open(undefined)} />}
    </OpenContext>
  );
}
