import { createContext, type ReactNode, use, useState } from 'react';
import { useWindowEvent } from '@/lib/hooks/use-window-event';
import { KeysDialog, Palette } from '../lazy-parts';

type Opened = 'keys' | 'palette';

const OpenContext = createContext<(what: Opened) => void>(() => {});

export const useOpen = () => use(OpenContext);

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input, select, textarea, [contenteditable], [role=grid]') !== null;

/** The keys that work everywhere (docs/product/app.md#keys), but not behind a dialog. */
export function Shortcuts({ children }: { children: ReactNode }) {
  const [opened, open] = useState<Opened>();

  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
    const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isPalette && (event.key !== '?' || isTyping(event))) return;
    event.preventDefault();
    open(isPalette ? 'palette' : 'keys');
  });

  return (
    <OpenContext value={open}>
      {children}
      {opened === 'palette' && <Palette onClose={() => open(undefined)} onShowKeys={() => open('keys')} />}
      {opened === 'keys' && <KeysDialog onClose={() => open(undefined)} />}
    </OpenContext>
  );
}
