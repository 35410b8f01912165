import type { NewVehicle, VehicleAnswer } from '@shared/imports/newcomers';
import { LICENCE_KINDS } from '@shared/vehicles/dated-facts';
import { LICENCE_LABELS, type Vehicle, vehicleName } from '@shared/vehicles/vehicles';
import { memo } from 'react';
import { vehicleAsNew } from './newcomer-answers';
import { type Choice, ChoiceOf, DayOf, InCells, Merged, RowFrame, TextOf } from './newcomer-row';

export const VEHICLE_HEADINGS = [
  'Registration',
  'Call sign',
  'Licence',
  'Kind of licence',
  'Available since',
  'Rows',
  'What to do',
];

const KINDS: readonly Choice[] = LICENCE_KINDS.map((value) => ({
  value,
  // as the column is called
  label: LICENCE_LABELS[value].replace(/ Licence$/, ''),
}));

type VehicleRowProps = {
  one: NewVehicle;
  edit: VehicleAnswer | undefined;
  /** As the preview shows it. */
  shown: VehicleAnswer;
  /** The holder's, and the registrations of the file's other new ones, to be chosen from. */
  vehicles: readonly Vehicle[];
  others: readonly string[];
  isTable: boolean;
  disabled: boolean;
  onAnswer: (key: string, answer: VehicleAnswer) => void;
};

/** A car of the file that the holder does not have, or a fleet number, which may be of one that the holder has. */
export const VehicleRow = memo(function VehicleRow(props: VehicleRowProps) {
  const { one, edit, vehicles, others, isTable, disabled, onAnswer } = props;
  const { key, written, callSign, near, problem, rows, firstTrip } = one;
  const answer = edit ?? props.shown;
  const of = { of: written, isTable, disabled };
  const isNumber = one.registration === null && callSign !== null;

  const asNew = answer.as === 'new' ? answer : vehicleAsNew(one);
  const set = (fields: Partial<typeof asNew>) => onAnswer(key, { ...asNew, ...fields });
  const registration = asNew.registration?.trim() ?? '';
  const isOfFile = isNumber && answer.as === 'new' && others.includes(registration);
  const isUnsaid = isNumber && answer.as === 'new' && !edit && registration === '';

  function choose(value: string) {
    const [as = '', chosen = ''] = value.split(/:(.*)/);
    if (as === 'known') onAnswer(key, { as, id: chosen });
    else if (as === 'left-out') onAnswer(key, { as });
    else
      onAnswer(
        key,
        as === 'of-file' ? { as: 'new', registration: chosen } : isOfFile ? vehicleAsNew(one) : asNew,
      );
  }
  const chosen = isUnsaid
    ? ''
    : answer.as === 'known'
      ? `known:${answer.id}`
      : isOfFile
        ? `of-file:${registration}`
        : answer.as;

  // a fleet number may be of any car, a registration of one that is near; that comes first
  const isNear = ({ id }: Vehicle) => near.some((other) => other.id === id);
  const isMeant = ({ id }: Vehicle) => answer.as === 'known' && answer.id === id;
  const known = vehicles
    .filter((vehicle) => isNumber || isNear(vehicle) || isMeant(vehicle))
    .toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)));
  const choices: readonly Choice[] = [
    { value: 'new', label: isNumber ? 'A new car' : 'Add' },
    ...known.map((vehicle) => ({
      value: `known:${vehicle.id}`,
      label: `It is ${vehicleName(vehicle, firstTrip)}`,
    })),
    ...(isNumber
      ? others.map((other) => ({ value: `of-file:${other}`, label: `It is ${other}, new in this file` }))
      : []),
    { value: 'left-out', label: isNumber ? 'Leave it out' : 'Leave out' },
  ];

  return (
    <RowFrame
      isTable={isTable}
      summary={answer.as === 'new' && registration ? registration : written}
      rows={rows}
      isOpen={problem !== null}
      choice={
        <ChoiceOf
          {...of}
          label={isNumber ? `${callSign}: which car is it?` : 'What to do'}
          value={chosen}
          none={isUnsaid ? 'Which car is it?' : undefined}
          choices={choices}
          error={isUnsaid ? (problem ?? undefined) : undefined}
          onChange={choose}
        />
      }
    >
      {answer.as === 'new' && !isUnsaid && !isOfFile ? (
        <InCells isTable={isTable}>
          <TextOf
            {...of}
            label="Registration"
            value={asNew.registration}
            note={isNumber || written === registration ? undefined : `In the file: ${written}`}
            error={edit ? (registration ? undefined : 'Registration is required') : (problem ?? undefined)}
            onChange={(text) => set({ registration: text })}
          />
          {isTable ? (
            <span className="block py-2">{callSign ?? '–'}</span>
          ) : (
            callSign && <p className="text-sm">Call sign: {callSign}</p>
          )}
          <TextOf
            {...of}
            label="Licence"
            value={asNew.licence}
            note={asNew.licence ? undefined : 'Not known'}
            onChange={(licence) => set({ licence })}
          />
          <ChoiceOf
            {...of}
            label="Kind of licence"
            value={asNew.kind ?? one.kind}
            choices={KINDS}
            onChange={(value) => set({ kind: LICENCE_KINDS.find((kind) => kind === value) })}
          />
          <DayOf
            {...of}
            label="Available since"
            value={asNew.availableFrom}
            firstTrip={firstTrip}
            onChange={(availableFrom) => set({ availableFrom })}
          />
        </InCells>
      ) : (
        <Merged isTable={isTable} columns={5}>
          {isUnsaid
            ? `${written}: which car is it? It becomes the car’s call sign.`
            : answer.as === 'left-out'
              ? `“${written}” is left out: its trips come in without it.`
              : `“${written}” is ${
                  isOfFile
                    ? registration
                    : vehicles
                        .filter(isMeant)
                        .map((vehicle) => vehicleName(vehicle, firstTrip))
                        .join()
                }.`}
        </Merged>
      )}
    </RowFrame>
  );
});
