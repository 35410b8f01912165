import { Check } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';

type SheetQuestionProps<Value extends string> = {
  title: string;
  text: string;
  choices: readonly { value: Value; label: string }[];
  /** What is answered, if anything is. */
  chosen?: Value | undefined;
  onChoose: (value: Value) => void;
  /** Gives up what is asked about. */
  onLeave?: () => void;
};

/** A question about a whole sheet, and its answer, which can be changed. */
export function SheetQuestion<Value extends string>(props: SheetQuestionProps<Value>) {
  const { title, text, choices, chosen, onChoose, onLeave } = props;
  return (
    <Alert variant={chosen ? 'info' : 'due'} title={title} className="mb-4">
      <p className="wrap-anywhere">{text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            className="text-left"
            aria-pressed={value === chosen}
            {...(value === chosen && { icon: Check })}
            onClick={() => onChoose(value)}
          >
            {label}
          </Button>
        ))}
        {onLeave && (
          <Button variant="ghost" onClick={onLeave}>
            Leave the rows out
          </Button>
        )}
      </div>
    </Alert>
  );
}
