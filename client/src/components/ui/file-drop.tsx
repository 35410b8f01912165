import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonVariant } from './button';

type FileDropProps = {
  /** The file's name in labels: "Logo file". */
  label: string;
  accept: string;
  hint: string;
  icon: LucideIcon;
  /** The words of the button that opens the browser's own dialog. */
  choose: string;
  isPrimary?: boolean;
  disabled?: boolean;
  onFile: (file: File) => void;
  /** The zone's present content. */
  current: ReactNode;
  /** More buttons, next to the one that chooses. */
  children?: ReactNode;
};

type FileButtonProps = Pick<FileDropProps, 'label' | 'accept' | 'icon' | 'choose' | 'disabled' | 'onFile'> & {
  variant?: ButtonVariant;
  className?: string;
};

/** A button that opens the browser's own dialog. */
export function FileButton(props: FileButtonProps) {
  const { label, accept, icon, choose, disabled = false, onFile, variant, className } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        icon={icon}
        onClick={() => input.current?.click()}
        disabled={disabled}
        className={className}
      >
        {choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        disabled={disabled}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // the same file can be chosen again
          target.value = '';
        }}
      />
    </>
  );
}

/** A zone that takes a dropped file, and a button that chooses one. */
export function FileDrop({ hint, isPrimary = false, current, children, ...button }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button below */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          const [file] = event.dataTransfer.files;
          if (file && !button.disabled) button.onFile(file);
        }}
        className={clsx(
          'relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed p-4 transition-colors sm:flex-nowrap sm:justify-center',
          isOver ? 'border-brand bg-brand-soft' : 'border-line-strong',
        )}
      >
        {current}
        <div className="flex flex-1 basis-36 flex-col items-start gap-x-4 gap-y-2 sm:flex-initial sm:flex-row sm:items-center">
          <FileButton {...button} variant={isPrimary ? 'primary' : 'secondary'} className="shrink-0" />
          <div className="text-sm text-muted">
            <p className="text-balance">{hint}</p>
            <p className="max-sm:hidden pointer-coarse:hidden">You can also drop a file here.</p>
          </div>
        </div>
      </div>
      {children && <div className="mt-2 -ml-4 flex flex-wrap items-center">{children}</div>}
    </>
  );
}
