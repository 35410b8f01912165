import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shiftOutOfTheWay } from './use-out-of-the-way';

const screen = { top: 0, bottom: 568 };
const across = { left: 0, right: 320 };
const toast = { ...across, top: 0, bottom: 80 };
const band = (top: number, bottom: number) => ({ ...across, top, bottom });

it('stays where it covers nothing', () => {
  expect(shiftOutOfTheWay(toast, screen, [])).toBe(0);
  expect(shiftOutOfTheWay(toast, screen, [band(80, 120)])).toBe(0);
  expect(shiftOutOfTheWay({ ...toast, left: 200 }, screen, [{ ...band(0, 80), right: 200 }])).toBe(0);
});

it('goes to the nearest place in view that covers nothing', () => {
  expect(shiftOutOfTheWay(toast, screen, [band(48, 96)])).toBe(96);
  expect(shiftOutOfTheWay(toast, screen, [band(120, 164), band(48, 96)])).toBe(164);
  expect(shiftOutOfTheWay(band(488, 568), screen, [band(500, 560)])).toBe(-68);
});

it('covers what matters least where there is not room for all', () => {
  const small = { top: 0, bottom: 200 };
  expect(shiftOutOfTheWay(toast, small, [band(60, 104), band(140, 200)])).toBe(104);
  expect(shiftOutOfTheWay(toast, { top: 0, bottom: 60 }, [band(0, 60)])).toBe(0);
});

it('never covers the first if there is room for it alone', () => {
  const bands = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 200 }))
      .map(([top, height]) => band(top, top + height)),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(bands, (needed) => {
      const [first] = needed;
      const by = shiftOutOfTheWay(toast, screen, needed);
      const hasRoom = first && (first.top >= 80 || first.bottom + 80 <= screen.bottom);
      if (hasRoom) expect(toast.top + by >= first.bottom || toast.bottom + by <= first.top).toBe(true);
    }),
  );
});
