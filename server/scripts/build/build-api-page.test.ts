import { execFileSync } from 'node:child_process';
import { pushedTripSchema } from '@shared/trips/pushed-trips';
import { expect, test } from 'vitest';
import { apiPageHtml } from './build-api-page';
import { readApiDescription } from './read-api-description';

const page = apiPageHtml('<link rel="stylesheet" href="/assets/main-1.css" />', 'https://trips.example.com');

/** The commands of the page as they are read there, without the one that sets the token. */
const commands = [...page.matchAll(/<pre[^>]*>(curl .*?)<\/pre>/gs)].map(([, html = '']) =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>'),
);

/** What a shell makes of a command: the arguments that curl would get. */
const argumentsOf = (command: string) =>
  execFileSync('bash', ['--norc', '-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { TRIP_LOG_TOKEN: 'tlp_1' },
  })
    .split('\0')
    .slice(0, -1);

test('the page has no script and no styles in its text, which its policy would refuse', () => {
  expect(page).toContain('<link rel="stylesheet" href="/assets/main-1.css" />');
  expect(page).not.toMatch(/<script(?! type="module" src=)|<style| style=| on[a-z]+=/);
});

test('its commands reach curl as they are meant', () => {
  const [logTrip = [], listTrips = [], importFile = []] = commands.map(argumentsOf);
  expect(commands).toHaveLength(3);
  const bearer = ['-H', 'Authorization: Bearer tlp_1'];
  expect(logTrip.slice(0, -1)).toEqual([
    '-X',
    'PUT',
    'https://trips.example.com/api/trips/by-reference/B-1042',
    ...bearer,
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  const trip = JSON.parse(logTrip.at(-1) ?? '');
  expect(pushedTripSchema.parse(trip)).toMatchObject(trip);
  expect(listTrips).toEqual([
    'https://trips.example.com/api/trips?startDate=2026-07-01&endDate=2026-07-31&limit=100',
    ...bearer,
  ]);
  expect(importFile).toContain('https://trips.example.com/api/imports/files?layout=trips&fileName=trips.csv');
});

test('it lists what a token may call, and no other call', () => {
  expect(page).toContain('GET /api/trips<');
  expect(page).toContain('POST /api/trips<');
  expect(page).toMatch(/Lists.*Parameters: .*startDate/s);
  expect(page).not.toMatch(/\/api\/(tokens|people|lodgements|profile)\b/);
});

test('it shows what the calls are answered', () => {
  expect(page).toContain('&quot;outcome&quot;: &quot;stored&quot;');
  expect(page).toContain('&quot;waiting&quot;: 3');
});

test('it explains each status that a token may be refused with, by codes that the description has', () => {
  const { paths, components } = readApiDescription();
  const byToken = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ security }) => security.some(({ bearer }) => bearer));
  const refusals = new Set(
    byToken.flatMap(({ responses }) => Object.keys(responses)).filter((status) => status >= '400'),
  );
  const explained = [...page.matchAll(/>(\d{3}) ([a-z-]+)</g)];
  expect(new Set(explained.map(([, status]) => status))).toEqual(refusals);
  const codes = JSON.stringify(components.responses);
  for (const [, , code] of explained) expect(codes).toContain(`"${code}"`);
});
