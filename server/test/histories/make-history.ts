import { addDays, brisbaneInstant } from '@shared/periods';
import type { SignedIn, TestApp } from '../http/create-test-app';
import { drivingActions } from './driving-actions';
import { fleetActions } from './fleet-actions';
import { type Action, createTeller } from './teller';
import type { Truth } from './truth';

/** Tells the product a history at random, as people would: over five months, day by day, many things late. @returns what is true of it */
export async function makeHistory(app: TestApp, holder: SignedIn, seed: number): Promise<Truth> {
  const teller = createTeller(holder, seed);
  const fleet = fleetActions(teller);
  const { addCar, addPerson, rename, renumber, swapCar, registerAgain } = fleet;
  const driving = drivingActions(teller);
  const { logTrip, logShift } = driving;
  const actions = [
    ...[...Object.values(fleet), ...Object.values(driving)],
    ...[logTrip, logTrip, logTrip, logTrip, logShift, rename, renumber, swapCar, registerAgain],
  ];
  let told = 0;
  const tell = async (action: Action) => {
    told += 1;
    app.setNow(new Date(brisbaneInstant(teller.today, '12:00').getTime() + told * 1000));
    const said = await action();
    if (said) teller.truth.log.push(`${teller.today} ${action.name}: ${said}`);
  };
  for (const start of [addCar, addCar, addPerson, addPerson]) await tell(start);
  while (teller.today < '2026-11-10') {
    await tell(teller.pick(actions) ?? logTrip);
    teller.today = addDays(teller.today, teller.below(5));
  }
  return teller.truth;
}
