import { lookUpSuburb } from '@shared/places/suburb-lookup';
import { afterEach, expect, it, vi } from 'vitest';
import { loadLocalities } from './localities';

afterEach(() => vi.unstubAllGlobals());

it('fetches the table on first use and keeps it, and retries after a failure', async () => {
  const fetchTable = vi
    .fn<() => Promise<Response>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('toowong 4066,152.984,-27.485'))
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValueOnce(new Response('toowong 4066,152.984,-27.485'))
    .mockResolvedValueOnce(new Response('QLD 4066 Mount Coot-tha,Toowong'))
    .mockResolvedValueOnce(new Response('toowong 4066,152.984,-27.485'));
  vi.stubGlobal('fetch', fetchTable);

  await expect(loadLocalities()).rejects.toThrow('Failed to fetch');
  await expect(loadLocalities()).rejects.toThrow('503');
  const [index, same] = await Promise.all([loadLocalities(), loadLocalities()]);

  expect(same).toBe(index);
  expect(await loadLocalities()).toBe(index);
  expect(fetchTable).toHaveBeenCalledTimes(6);
  expect(fetchTable).toHaveBeenCalledWith(expect.stringMatching(/localities.*\.txt/));
  expect(lookUpSuburb('toowong', { localities: index })).toMatchObject({
    kind: 'one',
    match: { postcode: '4066' },
  });
});
