import { late } from '@/components/ui/late';

/** Brings the service worker, which must not compete with the first screen. */
export const NewVersionNotice = late(
  'new-version-notice',
  'NewVersionNotice',
  () => import('@/features/app-shell/new-version-notice'),
  { whenIdle: true, Failed: () => null },
);
