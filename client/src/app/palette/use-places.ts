import {
  CalendarClock,
  FilePenLine,
  FileUp,
  History,
  Keyboard,
  Rows3,
  Settings,
  SquarePen,
  UserRound,
  Users,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { addressOf } from '../tabs/tab-address';
import type { Row } from './row';

type Place = Omit<Row, 'run'> & { address: string };

/** A part of a tab, which the tab then shows. */
const part = (tab: 'settings' | 'profile', id: string, label: string, words: string): Place => ({
  id,
  icon: tab === 'settings' ? Settings : UserRound,
  label,
  detail: tab === 'settings' ? 'Settings' : 'Profile',
  words,
  address: addressOf(tab, `part=${id}`),
});

/** Everything that has an address. */
const PLACES: readonly Place[] = [
  {
    id: 'log-trip',
    icon: SquarePen,
    label: 'Log Trip',
    words: 'new home dashboard',
    address: addressOf('log-trip'),
  },
  { id: 'drivers', icon: Users, label: 'Drivers', words: 'licence vehicle', address: addressOf('drivers') },
  {
    id: 'history',
    icon: History,
    label: 'Trip History',
    words: 'search export',
    address: addressOf('history'),
  },
  {
    id: 'reports',
    icon: CalendarClock,
    label: 'Reports',
    words: 'due lodge statistics',
    address: addressOf('reports'),
  },
  { id: 'settings', icon: Settings, label: 'Settings', words: 'logo', address: addressOf('settings') },
  {
    id: 'profile',
    icon: UserRound,
    label: 'Profile',
    words: 'account company',
    address: addressOf('profile'),
  },
  {
    id: 'log-several',
    icon: Rows3,
    label: 'Log several',
    words: 'trips grid paste',
    address: '/log-several',
  },
  {
    id: 'import-trips',
    icon: FileUp,
    label: 'Import trips',
    words: 'excel csv file',
    address: '/import-trips',
  },
  { id: 'tmr-form', icon: FilePenLine, label: 'TMR Form F5320', words: 'annual', address: '/tmr-form' },
  part('settings', 'recipients', 'Email recipients', 'configuration mail'),
  part('settings', 'preferences', 'Report delivery preferences', 'mail'),
  part('settings', 'next-mails', 'Next emails', 'mails planned test'),
  part('settings', 'delivery-history', 'Delivery history', 'mails sent'),
  part('settings', 'your-data', 'Export everything', 'data zip'),
  part('settings', 'activity', 'Activity', 'audit changes'),
  part('profile', 'passkeys', 'Passkeys', 'sign in'),
  part('profile', 'devices', 'Where you are signed in', 'devices sessions'),
];

/** The rows that lead somewhere. The palette's own step in the browser's history is replaced. */
export function usePlaces(showKeys: () => void): Row[] {
  const [, navigate] = useLocation();
  return [
    ...PLACES.map(({ address, ...row }) => ({ ...row, run: () => navigate(address, { replace: true }) })),
    {
      id: 'keys',
      icon: Keyboard,
      label: 'Keys',
      detail: '?',
      words: 'shortcuts keyboard help',
      run: showKeys,
    },
  ];
}
