import { LENGTHS } from '@shared/limits';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field } from './field';
import { TextInput } from './text-input';

type SearchFieldProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  value: string;
  placeholder: string;
  onChange: (text: string) => void;
};

export const SearchField = ({ value, placeholder, onChange, ...field }: SearchFieldProps) => (
  <Field {...field}>
    <div className="relative">
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <TextInput
        type="search"
        className="pl-10 text-ellipsis placeholder:text-muted"
        value={value}
        maxLength={LENGTHS.search}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  </Field>
);
