import { type Driver, driverName } from '@shared/drivers';
import type { DriverAnswer, NewDriver } from '@shared/imports/newcomers';
import { formatDay } from '@shared/periods';
import { memo, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { driverAsNew } from './newcomer-answers';
import { ChoiceOf, DayOf, InCells, Merged, RowFrame, TextOf } from './newcomer-row';

export const DRIVER_HEADINGS = [
  'First name',
  'Last name',
  'Driver Authority License',
  'Usual vehicle',
  'First day',
  'Rows',
  'What to do',
];

type DriverRowProps = {
  one: NewDriver;
  edit: DriverAnswer | undefined;
  /** As the preview shows it. */
  shown: DriverAnswer;
  /** The holder's, to be chosen from. */
  drivers: readonly Driver[];
  /** The id of the list of registrations, and whether one is known. */
  list: string;
  isKnownVehicle: (registration: string) => boolean;
  isTable: boolean;
  disabled: boolean;
  onAnswer: (key: string, answer: DriverAnswer) => void;
};

const named = ({ name, number }: { name: string; number: string }) => `${name} (${number})`;

/** A driver of the file whom the holder does not have. */
export const DriverRow = memo(function DriverRow(props: DriverRowProps) {
  const { one, edit, drivers, list, isKnownVehicle, isTable, disabled, onAnswer } = props;
  const { key, written, near, problem, rows, firstTrip, removedOn } = one;
  const answer = edit ?? props.shown;
  const choice = useRef<HTMLSelectElement>(null);
  const of = { of: written, isTable, disabled };
  const isNear = (id: string) => near.some((other) => other.id === id);

  const asNew = answer.as === 'new' ? answer : driverAsNew(one);
  const set = (fields: Partial<typeof asNew>) => onAnswer(key, { ...asNew, ...fields });
  const number = asNew.driverAuthorityLicense?.trim();
  const vehicle = asNew.registration?.trim() ?? '';
  const name = [asNew.firstName, asNew.lastName].filter(Boolean).join(' ');

  function choose(value: string) {
    if (value === 'new') onAnswer(key, asNew);
    else if (value === 'left-out') onAnswer(key, { as: 'left-out' });
    else onAnswer(key, { as: 'known', id: value === 'other' ? '' : value });
  }
  const chosen = answer.as !== 'known' ? answer.as : isNear(answer.id) ? answer.id : 'other';

  return (
    <RowFrame
      isTable={isTable}
      summary={answer.as === 'new' ? [name || written, number || 'no number'].join(', ') : written}
      rows={rows}
      isOpen={problem !== null}
      choice={
        <ChoiceOf
          {...of}
          ref={choice}
          label="What to do"
          value={chosen}
          choices={[
            { value: 'new', label: removedOn ? 'Take back' : 'Add' },
            ...near.map((other) => ({
              value: other.id,
              label: `It is ${named({ name: other.name, number: other.driverAuthorityLicense })}`,
            })),
            ...(drivers.length > 0 ? [{ value: 'other', label: 'It is another driver' }] : []),
            { value: 'left-out', label: 'Leave out' },
          ]}
          onChange={choose}
        />
      }
    >
      {answer.as === 'new' ? (
        <InCells isTable={isTable}>
          <TextOf
            {...of}
            label="First name"
            value={asNew.firstName}
            note={name === written ? undefined : `In the file: ${written}`}
            onChange={(firstName) => set({ firstName })}
          />
          <TextOf
            {...of}
            label="Last name"
            value={asNew.lastName}
            note={removedOn ? `Removed on ${formatDay(removedOn)}: comes back` : undefined}
            onChange={(lastName) => set({ lastName })}
          />
          <div className="space-y-1">
            <TextOf
              {...of}
              label="Driver Authority License"
              value={asNew.driverAuthorityLicense}
              error={
                edit ? (number ? undefined : 'Driver Authority License is required') : (problem ?? undefined)
              }
              onChange={(driverAuthorityLicense) => set({ driverAuthorityLicense })}
            />
            {near.map((other) => (
              <Button
                key={other.id}
                className="w-full"
                disabled={disabled}
                onClick={() => {
                  choose(other.id);
                  choice.current?.focus();
                }}
              >
                Is it {named({ name: other.name, number: other.driverAuthorityLicense })}?
              </Button>
            ))}
          </div>
          <TextOf
            {...of}
            label="Usual vehicle"
            value={vehicle}
            list={list}
            note={vehicle === '' ? 'Not known' : undefined}
            warning={vehicle !== '' && !isKnownVehicle(vehicle) && 'No such vehicle'}
            onChange={(registration) => set({ registration })}
          />
          <DayOf
            {...of}
            label="First day"
            value={asNew.startDate}
            firstTrip={firstTrip}
            onChange={(startDate) => set({ startDate })}
          />
        </InCells>
      ) : (
        <Merged isTable={isTable} columns={5}>
          {answer.as === 'left-out' ? (
            `“${written}” is left out, and so are the rows.`
          ) : chosen === 'other' ? (
            <ChoiceOf
              {...of}
              label={`Which driver is “${written}”?`}
              value={answer.id}
              none="Choose a driver"
              choices={drivers.map((driver) => ({
                value: driver.id,
                label: named({ name: driverName(driver), number: driver.driverAuthorityLicense }),
              }))}
              onChange={(id) => onAnswer(key, { as: 'known', id })}
            />
          ) : (
            `“${written}” is ${near
              .filter(({ id }) => id === answer.id)
              .map((other) => named({ name: other.name, number: other.driverAuthorityLicense }))
              .join()}.`
          )}
        </Merged>
      )}
    </RowFrame>
  );
});
