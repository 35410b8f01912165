import { randomUuid } from '../random-uuid';
import { inTab, onDevice } from '../storage';
import { openDrafts } from './open-drafts';

const TAB_KEY = 'draftTab';

/** A name for this tab that outlives a reload. It is out of sight while the page is open, so that a copy of the tab gets another. */
function nameOfTab(): string {
  const name = inTab.read(TAB_KEY) ?? randomUuid();
  const hide = () => inTab.remove(TAB_KEY);
  hide();
  window.addEventListener('pageshow', hide);
  window.addEventListener('pagehide', () => inTab.write(TAB_KEY, name));
  return name;
}

/** Pages over plain http, as from an office's own server, have none. */
const locks = (navigator as { locks?: LockManager }).locks;

/** The drafts of this tab. */
export const drafts = locks ? openDrafts(onDevice, nameOfTab(), locks) : openDrafts(inTab, '', undefined);
