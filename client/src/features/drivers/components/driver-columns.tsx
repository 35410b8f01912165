import { type Driver, isActiveDriver } from '@shared/drivers';
import { formatDate } from '@shared/periods';
import { Badge } from '@/components/ui/badge';
import { Clipped } from '@/components/ui/clipped';
import type { Column } from '@/components/ui/data-table/data-table-props';

/** The columns of the drivers table (docs/product.md#drivers); who is active depends on `now`. */
export function driverColumns(now: Date): readonly Column<Driver>[] {
  return [
    {
      header: 'Driver Authority License',
      cell: (driver) => <Clipped>{driver.driverAuthorityLicense}</Clipped>,
    },
    {
      header: 'Booked Hire Service License',
      cell: (driver) => <Clipped>{driver.bookedHireServiceLicense}</Clipped>,
    },
    {
      header: 'Vehicle Registration',
      cell: (driver) => <Clipped>{driver.vehicleRegistrationNumber}</Clipped>,
    },
    {
      header: 'Name',
      cell: ({ firstName, lastName }) => {
        const name = [firstName, lastName].filter(Boolean).join(' ');
        return name ? <Clipped>{name}</Clipped> : null;
      },
      inCardTitle: true,
    },
    { header: 'Start Date', cell: (driver) => formatDate(new Date(driver.startDate)) },
    { header: 'End Date', cell: (driver) => (driver.endDate ? formatDate(new Date(driver.endDate)) : null) },
    {
      header: 'Status',
      cell: (driver) =>
        isActiveDriver(driver, now) ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>,
    },
  ];
}
