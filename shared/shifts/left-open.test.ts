import { describe, expect, test } from 'vitest';
import { endAfterLastTrip, isLeftOpen } from './left-open';

const at = (time: string, day = '2026-11-23') => `${day}T${time}:00.000+10:00`;
const now = new Date(at('09:00', '2026-11-24'));
const shift = { start: at('14:00'), end: null };

describe('a shift is left open', () => {
  test.each([
    { title: 'once it began on an earlier day, over twelve hours ago', start: at('14:00'), is: true },
    { title: 'not while a night shift is under way', start: at('22:00'), is: false },
    { title: 'not on its first day', start: at('00:30', '2026-11-24'), is: false },
  ])('$title', ({ start, is }) => expect(isLeftOpen({ start, end: null }, now)).toBe(is));

  test('not once it has ended', () => expect(isLeftOpen({ ...shift, end: at('20:00') }, now)).toBe(false));
});

describe('it probably ended', () => {
  const others = [shift, { start: at('06:00') }];
  const endOf = (...trips: [time: string, duration?: number][]) =>
    endAfterLastTrip(
      shift,
      trips.map(([datetime, duration = null]) => ({ datetime, duration })),
      others,
      now,
    )?.toISOString();

  test('15 minutes after the last trip, in whatever order they come', () =>
    expect(endOf([at('22:35')], [at('15:00')])).toBe(new Date(at('22:50')).toISOString()));
  test('after the duration of a longer one', () =>
    expect(endOf([at('22:35'), 40])).toBe(new Date(at('23:15')).toISOString()));
  test('before a rest of eight hours, though the driver drives again next morning', () =>
    expect(endOf([at('20:35')], [at('06:00', '2026-11-24')])).toBe(new Date(at('20:50')).toISOString()));
  test('before the next shift, whose trips are not its own', () => {
    const next = { start: at('17:00') };
    const found = (...times: string[]) =>
      endAfterLastTrip(
        shift,
        times.map((datetime) => ({ datetime: at(datetime), duration: null })),
        [...others, next],
        now,
      );
    expect(found('15:00', '17:30', '21:00')).toEqual(new Date(at('15:15')));
    expect(found('16:50', '17:00')).toEqual(new Date(next.start));
    expect(found('17:30')).toBeUndefined();
  });
  test('nobody knows when without a trip, with an earlier one, or with one of the next day only', () => {
    expect(endOf()).toBeUndefined();
    expect(endOf([at('13:59')])).toBeUndefined();
    expect(endOf([at('02:00', '2026-11-24')])).toBeUndefined();
  });
  test('not in the future', () =>
    expect(endOf([at('20:00')], [at('02:00', '2026-11-24')], [at('08:50', '2026-11-24')])).toBeUndefined());
});
