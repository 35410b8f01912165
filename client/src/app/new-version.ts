import { lazyPart } from '@/components/ui/lazy-part';

/** Not among the parts of the signed-in app: the login screen has it too. Without its code the version that is open stays. */
export const NewVersionNotice = lazyPart<'NewVersionNotice', { className: string }>(
  'NewVersionNotice',
  () => import('@/features/app-shell/new-version-notice'),
  { whenIdle: true, Failed: () => null },
);
