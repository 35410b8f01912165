/** Who uses the app: a holder, or a driver of the holder on their own phone. */
export type OutboxUser = { id: string; driver?: { id: string } };

/** Whose session it is, as `Expected-Holder` names it: "holder", or "holder/driver" on a driver's own phone. */
export const ownerOf = ({ id, driver }: OutboxUser): string => (driver ? `${id}/${driver.id}` : id);

/** The ids of an owner. */
export function partsOf(owner: string): { holderId: string; phoneOf: string | undefined } {
  const [holderId = '', phoneOf] = owner.split('/');
  return { holderId, phoneOf };
}
