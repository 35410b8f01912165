import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button';

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

/** A zone that takes a dropped file, and a button that chooses one. */
export function FileDrop(props: FileDropProps) {
  const {
    label,
    accept,
    hint,
    icon,
    choose,
    isPrimary = false,
    disabled = false,
    onFile,
    current,
    children,
  } = props;
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take(files: FileList | null) {
    const [file] = files ?? [];
    if (file && !disabled) onFile(file);
  }

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
          take(event.dataTransfer.files);
        }}
        className={clsx(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed p-4 transition-colors sm:flex-nowrap sm:justify-center',
          isOver ? 'border-brand bg-brand-soft' : 'border-line-strong',
        )}
      >
        {current}
        <div className="flex flex-1 basis-36 flex-col items-start gap-x-4 gap-y-2 sm:flex-initial sm:flex-row sm:items-center">
          <Button
            variant={isPrimary ? 'primary' : 'secondary'}
            icon={icon}
            onClick={() => input.current?.click()}
            disabled={disabled}
            className="shrink-0"
          >
            {choose}
          </Button>
          <div className="text-sm text-muted">
            <p className="text-balance">{hint}</p>
            <p className="max-sm:hidden pointer-coarse:hidden">You can also drop a file here.</p>
          </div>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={accept}
        disabled={disabled}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          take(target.files);
          // the same file can be chosen again
          target.value = '';
        }}
      />
      {children && <div className="mt-2 -ml-4 flex flex-wrap items-center">{children}</div>}
    </>
  );
}
