import { useLocation } from 'wouter';
import { oneAfterAnother } from '@/components/ui/states/skeleton';
import { ChangeCarDialog } from '@/features/drivers/change-car-dialog';
import { DriversCard } from '@/features/drivers/drivers-card';
import { useDrivers } from '@/features/drivers/use-drivers';
import { VehiclesCard } from '@/features/vehicles/vehicles-card';
import { addressOf } from './tab-address';

type DriversTabProps = {
  /** Names the driver or vehicle to open; `new` adds one, and `then=log-trip` goes on to Log Trip. */
  search?: string;
  /** Called when it is open, or is not one of the holder's. */
  onOpened?: () => void;
};

export function DriversTab({ search = '', onOpened }: DriversTabProps) {
  const [, navigate] = useLocation();
  const named = new URLSearchParams(search);
  const { data: drivers } = useDrivers();
  return (
    <div className={oneAfterAnother}>
      <div>
        <DriversCard
          driverId={named.get('driver')}
          onOpened={onOpened}
          onAdded={named.get('then') === 'log-trip' ? () => navigate(addressOf('log-trip')) : undefined}
        />
      </div>
      <VehiclesCard
        drivers={drivers}
        vehicleId={named.get('vehicle')}
        onOpened={onOpened}
        ChangeCar={ChangeCarDialog}
      />
    </div>
  );
}
