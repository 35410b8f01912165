import type { Device } from '@shared/devices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';

const devices = ['/api/devices'] as const;

/** Where the holder is signed in; read again each time it is shown. */
export const useDevices = () => useQuery<Device[]>({ queryKey: devices, staleTime: 0 });

const meta = { awaits: [devices], evenIfFailed: true };

export function useSignOutDevice() {
  return useMutation({
    mutationFn: ({ id }: Device) => request('DELETE', `/api/devices/${id}`),
    meta,
  });
}

export function useSignOutOthers() {
  return useMutation({ mutationFn: () => request('POST', '/api/devices/sign-out-others', {}), meta });
}
