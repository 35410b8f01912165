import { onDevice } from '@/lib/storage/storage';
import type { TabId } from '../tabs/tab-address';

/** The tabs that `g` and a letter open. */
export const TAB_KEYS: Readonly<Record<string, TabId | undefined>> = {
  l: 'log-trip',
  d: 'drivers',
  h: 'history',
  r: 'reports',
  s: 'settings',
  p: 'profile',
};

const SWITCH = 'single-keys';

/** Keys without a modifier can be switched off on a device: who speaks to it presses them unawares (WCAG 2.1.4). */
export const hasSingleKeys = () => onDevice.read(SWITCH) !== 'off';
export const switchSingleKeys = (isOn: boolean) => onDevice.write(SWITCH, isOn ? 'on' : 'off');
