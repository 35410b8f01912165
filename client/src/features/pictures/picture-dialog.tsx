import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { messageOf } from '@/lib/api-client';
import { type PictureShape, shapePicture } from './square-picture';
import { uploadPicture } from './upload';

const SHAPES = {
  original: { label: 'As it is', look: 'max-h-48 max-w-full object-contain' },
  crop: { label: 'Crop to a square', look: 'size-48 object-cover' },
  fit: { label: 'Fit in a square', look: 'size-48 object-contain' },
} as const satisfies Record<PictureShape, object>;

const UNREADABLE = 'The picture cannot be read. It may be damaged; please choose another.';

type PictureDialogProps = {
  title: string;
  file: File;
  /** The shapes to choose from, the default first. */
  shapes: readonly PictureShape[];
  /** What is said where the server says nothing. */
  failed: string;
  /** Saves the picture by the address it was uploaded to. */
  onSave: (address: string) => Promise<void>;
  onClose: () => void;
};

/** Previews a chosen picture in its shape, then uploads and saves it. */
export function PictureDialog({ title, file, shapes, failed, onSave, onClose }: PictureDialogProps) {
  const [shape, setShape] = useState<PictureShape>(shapes[0] ?? 'original');
  const [unreadable, setUnreadable] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** From 0 to 1 while it is being sent. */
  const [progress, setProgress] = useState<number>();
  const upload = useRef<AbortController>(undefined);
  const isSending = progress !== undefined;
  const faults = [unreadable && UNREADABLE, failure].filter((fault) => typeof fault === 'string');

  useEffect(() => () => upload.current?.abort(), []);

  async function send() {
    const cancel = new AbortController();
    upload.current = cancel;
    setFailure(undefined);
    setProgress(0);
    try {
      const picture = await shapePicture(file, shape);
      await onSave(await uploadPicture(picture, { onProgress: setProgress, signal: cancel.signal }));
      onClose();
    } catch (error) {
      if (!cancel.signal.aborted) setFailure(messageOf(error, failed));
      setProgress(undefined);
    }
  }

  function cancel() {
    upload.current?.abort();
    onClose();
  }

  return (
    <Dialog onClose={cancel} title={title} description={file.name}>
      <Preview file={file} shape={shape} onUnreadable={() => setUnreadable(true)} />
      {shapes.length > 1 && (
        <fieldset disabled={isSending} className="mt-4">
          <legend className="text-sm font-medium">Shape</legend>
          <div className="mt-1 flex flex-wrap gap-x-6">
            {shapes.map((choice) => (
              <label key={choice} className="inline-flex min-h-11 items-center gap-2 pointer-fine:min-h-8">
                <input
                  type="radio"
                  name="shape"
                  className="size-5"
                  checked={shape === choice}
                  onChange={() => setShape(choice)}
                />
                {SHAPES[choice].label}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {faults.map((fault) => (
        <Alert key={fault} variant="destructive" className="mt-4">
          {fault}
        </Alert>
      ))}
      {isSending && <Progress value={progress} />}
      <DialogActions>
        <Button onClick={cancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={unreadable}
          pending={isSending}
          pendingLabel="Uploading..."
          onClick={send}
        >
          {failure ? 'Try again' : 'Upload'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PreviewProps = { file: File; shape: PictureShape; onUnreadable: () => void };

function Preview({ file, shape, onUnreadable }: PreviewProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <div className="mt-4 grid place-items-center rounded-md bg-sunken p-4">
      <img
        src={url}
        alt="Preview"
        onError={onUnreadable}
        className={clsx('rounded-md bg-surface', SHAPES[shape].look)}
      />
    </div>
  );
}

function Progress({ value }: { value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div
      role="progressbar"
      aria-label="Upload"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="mt-4"
    >
      <progress value={percent} max={100} aria-hidden="true" className="h-2 w-full accent-brand" />
      <p className="text-sm text-muted">{percent < 100 ? `${percent}% sent` : 'Saving...'}</p>
    </div>
  );
}
