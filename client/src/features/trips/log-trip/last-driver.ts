import { onDevice } from '@/lib/storage';

const KEY = 'lastDriver';

/** The driver that a trip was last logged for on this device. */
export const lastDriverId = (): string | null => onDevice.read(KEY);

export const rememberLastDriver = (id: string): void => onDevice.write(KEY, id);
