import { lazyPart } from '@/components/ui/lazy-part';

/** Brings the service worker, which must not compete with the first screen. */
export const NewVersionNotice = lazyPart(
  'NewVersionNotice',
  () => import('@/features/app-shell/new-version-notice'),
  { whenIdle: true, Failed: () => null },
);
