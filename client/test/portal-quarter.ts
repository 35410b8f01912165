import type { PortalData, PortalPart } from '@shared/reports/reports';

const text = (label: string) => ({ label, kind: 'text' as const });
const number = (label: string) => ({ label, kind: 'number' as const });
const day = (label: string) => ({ label, kind: 'day' as const });

/** A quarter as TMR asks for it; every fifth driver has left, and every fourth vehicle. */
export function buildQuarter({
  drivers,
  vehicles,
  areas,
}: Record<'drivers' | 'vehicles' | 'areas', number>): PortalData {
  const rows = (count: number, row: (n: number) => PortalPart['rows'][number]) =>
    Array.from({ length: count }, (_, n) => row(n + 1));
  return {
    parts: [
      {
        id: 'postcodes',
        title: 'Trips by postcode',
        columns: [text('Postcode'), number('Trips'), number('Average wait (min)')],
        rows: [['4066', 1200, 4.5]],
      },
      {
        id: 'drivers',
        title: 'Affiliated drivers',
        columns: [text('Driver authorisation'), day('Start'), day('End')],
        rows: rows(drivers, (n) => [String(10_000_000 + n), '2025-07-01', n % 5 === 0 ? '2026-08-31' : null]),
      },
      {
        id: 'vehicles',
        title: 'Available vehicles',
        columns: [text('Registration'), text('Service licence'), day('Start'), day('End')],
        rows: rows(vehicles, (n) => [
          `${100 + n}ABC`,
          String(700_000 + n),
          '2025-07-01',
          n % 4 === 0 ? '2026-09-01' : null,
        ]),
      },
      {
        id: 'areas',
        title: 'Areas where trips are provided',
        columns: [text('Region'), text('Area'), number('Trips'), number('Average wait (min)')],
        rows: rows(areas, (n) => ['South-East Queensland', `Area ${n}`, 100 * n, 4.5]),
      },
    ],
  };
}
