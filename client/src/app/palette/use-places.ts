import { recentPeriods } from '@shared/reports/lodgements';
import { type Period, reportLabel } from '@shared/reports/report-periods';
import {
  BadgeQuestionMark,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  ClipboardCopy,
  Clock,
  FileDown,
  FilePenLine,
  FileUp,
  FolderDown,
  History,
  Keyboard,
  type LucideIcon,
  MapPinned,
  Rows3,
  Settings,
  SquarePen,
  UserRound,
  Users,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { useIsGeneratingReport, useReportDownload } from '@/features/reports/api';
import { useNow } from '@/lib/clock';
import { addressOf, type TabId } from '../tabs/tab-address';
import type { PaletteRow } from './row';

type PalettePlace = Pick<PaletteRow, 'id' | 'icon' | 'label' | 'detail' | 'words'> & { address: string };

const tab = (id: TabId, icon: LucideIcon, label: string, words: string): PalettePlace => ({
  id,
  icon,
  label,
  words,
  address: addressOf(id),
});

const screen = (id: string, icon: LucideIcon, label: string, words: string): PalettePlace => ({
  id,
  icon,
  label,
  words,
  address: `/${id}`,
});

const part = (of: 'settings' | 'profile', id: string, label: string, words: string): PalettePlace => ({
  id,
  label,
  words,
  ...(of === 'settings' ? { icon: Settings, detail: 'Settings' } : { icon: UserRound, detail: 'Profile' }),
  address: addressOf(of, `part=${id}`),
});

const PLACES: readonly PalettePlace[] = [
  tab('log-trip', SquarePen, 'Log Trip', 'new home dashboard'),
  tab('drivers', Users, 'Drivers', 'licence vehicle'),
  tab('history', History, 'Trip History', 'search export'),
  tab('reports', CalendarClock, 'Reports', 'due lodge statistics'),
  tab('settings', Settings, 'Settings', 'logo'),
  tab('profile', UserRound, 'Profile', 'account company'),
  screen('log-several', Rows3, 'Log several', 'trips grid paste'),
  screen('hours/week', CalendarDays, 'Enter a week of hours', 'shifts sheet paste grid'),
  screen('hours', Clock, 'Hours', 'shifts start end available week'),
  screen('import-trips', FileUp, 'Import trips', 'excel csv file'),
  screen('drivers/import', FileUp, 'Drivers from a spreadsheet', 'vehicles import excel csv file'),
  screen('areas', MapPinned, 'Areas', 'taxi service area region confirm places'),
  screen('assumed-facts', BadgeQuestionMark, 'Assumed facts', 'vehicles licences days confirm'),
  screen('portal', ClipboardCopy, "Data for TMR's portal", 'lodge copy bear'),
  screen('reports/charts', ChartColumn, 'Charts and map', 'statistics figures waiting months'),
  screen('reports/records', FolderDown, 'Records', 'tmr request letter answer remove zip'),
  screen('tmr-form', FilePenLine, 'TMR Form F5320', 'annual'),
  part('settings', 'recipients', 'Email recipients', 'configuration mail'),
  part('settings', 'preferences', 'Report delivery preferences', 'mail'),
  part('settings', 'next-mails', 'Next emails', 'mails planned test'),
  part('settings', 'delivery-history', 'Delivery history', 'mails sent'),
  part('settings', 'calendar', 'Calendar', 'address ical subscribe due days expiries'),
  part('settings', 'your-data', 'Export everything', 'data zip'),
  part('settings', 'activity', 'Activity', 'audit changes'),
  part('profile', 'account', 'Account information', 'authorisation expires company contact'),
  part('profile', 'passkeys', 'Passkeys', 'sign in'),
  part('profile', 'people', 'People', 'add remove sign in where you are signed in devices sessions'),
  part('profile', 'connections', 'Connections', 'api tokens programs dispatch system curl'),
];

/** The rows that lead somewhere. The palette's own step in the browser's history is replaced. */
export function usePlaces(showKeys: () => void): PaletteRow[] {
  const [, navigate] = useLocation();
  return [
    ...PLACES.map(({ address, ...row }) => ({ ...row, run: () => navigate(address, { replace: true }) })),
    {
      id: 'keys',
      icon: Keyboard,
      label: 'Keyboard shortcuts',
      detail: '?',
      words: 'keys help',
      run: showKeys,
    },
  ];
}

export function useReports(): PaletteRow[] {
  const downloads = { quarterly: useReportDownload('quarterly'), annual: useReportDownload('annual') };
  const now = useNow();
  const isGenerating = useIsGeneratingReport();

  if (isGenerating) return [];
  const isRunning = (period: Period) => now < period.range.to;
  // the running quarter, then what is over and has to be lodged
  const turn = (period: Period) => (isRunning(period) ? (period.kind === 'quarterly' ? 0 : 2) : 1);
  const periods = recentPeriods(now).toSorted((a, b) => turn(a) - turn(b));
  return periods.map((period) => ({
    id: `report-${period.key}`,
    icon: FileDown,
    label: reportLabel(period),
    detail: isRunning(period) ? 'PDF so far' : 'PDF',
    words: 'download make',
    run: () => void downloads[period.kind].save({ period }),
  }));
}
