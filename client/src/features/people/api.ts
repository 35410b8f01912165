import type { Device } from '@shared/devices';
import type { AddPerson, People, Person } from '@shared/people';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';

export const peopleKey = ['/api/people'];
export const devicesKey = ['/api/devices'];

export const usePeople = () => useQuery<People>({ queryKey: peopleKey, staleTime: 0 });

export const useDevices = () => useQuery<Device[]>({ queryKey: devicesKey, staleTime: 0 });

export const useAddPerson = () =>
  useMutation({
    mutationFn: (person: AddPerson) => request<Person>('POST', '/api/people', person),
    meta: { awaits: [peopleKey] },
  });

/** The devices and passkeys of the person go too. */
export const useRemovePerson = () =>
  useMutation({
    mutationFn: ({ id }: Person) => request<void>('DELETE', `/api/people/${id}`),
    meta: { awaits: [peopleKey, devicesKey], invalidates: [['/api/passkeys']], evenIfFailed: true },
  });

const meta = { awaits: [devicesKey], evenIfFailed: true };

export const useSignOutDevice = () =>
  useMutation({ mutationFn: ({ id }: Device) => request<void>('DELETE', `/api/devices/${id}`), meta });

export const useSignOutOthers = () =>
  useMutation({ mutationFn: () => request<void>('POST', '/api/devices/sign-out-others', {}), meta });
