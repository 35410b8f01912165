import type { ComponentProps } from 'react';
import { DeliveriesCards } from '@/features/deliveries/deliveries-cards';
import { SettingsTab } from '@/features/settings/settings-tab';

/** The Settings tab with the cards of another feature. */
export function SettingsContents(props: Omit<ComponentProps<typeof SettingsTab>, 'deliveries'>) {
  return <SettingsTab {...props} deliveries={<DeliveriesCards />} />;
}
