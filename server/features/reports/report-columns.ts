import { brisbaneDay } from '@shared/periods';
import { averageWait } from '@shared/trips/waits';
import { LICENCE_LABELS } from '@shared/vehicles/vehicles';
import { column, NONE } from '../../lib/columns';
import type { AreaTotals } from '../areas/areas.service';
import type { AvailableVehicle } from '../vehicles/available-vehicles';
import type { AffiliatedDriver } from './figures.repository';
import { NOT_KNOWN } from './report.view-model';

type Driver = AffiliatedDriver;
type Authorised = Pick<Driver, 'driverAuthorityLicense'>;
type Vehicle = AvailableVehicle;

export const TRIPS = column('Trips', 'number', (of: { tripCount: number }) => of.tripCount);
export const AVERAGE_WAIT = column('Average wait (min)', 'average', averageWait, ({ tripCount }) =>
  tripCount === 0 ? NONE : NOT_KNOWN,
);
export const POSTCODE = column('Postcode', 'code', (of: { postcode: string }) => of.postcode);

export const AREA_COLUMNS = [
  column('Region', 'text', (of: AreaTotals) => of.region),
  column('Area', 'text', (of: AreaTotals) => of.area, NOT_KNOWN),
  TRIPS,
  AVERAGE_WAIT,
];

export const DRIVER_COLUMNS = {
  name: column('Driver', 'text', (of: Pick<Driver, 'name'>) => of.name || null),
  authorisation: column('Driver authorisation', 'code', (of: Authorised) => of.driverAuthorityLicense),
  vehicle: column('Usual vehicle', 'code', (of: Driver) => of.vehicleRegistrationNumber || null, NOT_KNOWN),
  start: column('Start', 'day', (of: Driver) => brisbaneDay(of.startDate)),
  end: column('End', 'day', (of: Driver) => of.endDate && brisbaneDay(of.endDate), 'Current'),
};

const licenceName = ({ licenceKind }: Vehicle) => licenceKind && LICENCE_LABELS[licenceKind];
export const VEHICLE_COLUMNS = {
  registration: column('Vehicle registration', 'code', (of: Vehicle) => of.registration),
  licence: column(
    'Service licence',
    'code',
    (of: Vehicle) => of.licence,
    (of) => of.licenceRemark ?? NONE,
  ),
  licenceKind: column('Kind of licence', 'text', licenceName),
  start: column('Start', 'day', (of: Vehicle) => of.from),
  end: column('End', 'day', (of: Vehicle) => of.to, 'Current'),
};
