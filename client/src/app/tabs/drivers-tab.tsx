import { oneAfterAnother } from '@/components/ui/states/skeleton';
import { DriversCard } from '@/features/drivers/drivers-card';
import { useDrivers } from '@/features/drivers/use-drivers';
import { VehiclesCard } from '@/features/vehicles/vehicles-card';

type DriversTabProps = {
  /** Names the driver or vehicle to open; `driver=new` adds a driver. */
  search?: string;
  /** Called when it is open, or is not one of the holder's. */
  onOpened?: () => void;
};

export function DriversTab({ search = '', onOpened }: DriversTabProps) {
  const named = new URLSearchParams(search);
  const { data: drivers } = useDrivers();
  return (
    <div className={oneAfterAnother}>
      <div>
        <DriversCard driverId={named.get('driver')} onOpened={onOpened} />
      </div>
      <VehiclesCard drivers={drivers} vehicleId={named.get('vehicle')} onOpened={onOpened} />
    </div>
  );
}
