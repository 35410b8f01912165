import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { messageOf } from '@/lib/api-client';
import { uploadPicture } from './upload';

/** The shape of an upload: unchanged, or a square that the picture covers ('crop') or fits into ('fit'). */
export type PictureShape = 'original' | 'crop' | 'fit';

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
  failed: string;
  onSave: (address: string) => Promise<void>;
  onClose: () => void;
};

export function PictureDialog({ title, file, shapes, failed, onSave, onClose }: PictureDialogProps) {
  const [shape, setShape] = useState<PictureShape>(shapes[0] ?? 'original');
  const [unreadable, setUnreadable] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Progress from 0 to 1 while it is being sent. */
  const [progress, setProgress] = useState<number>();
  const upload = useRef<AbortController>(undefined);
  const preview = useRef<HTMLImageElement>(null);
  const isSending = progress !== undefined;
  const percent = Math.round((progress ?? 0) * 100);
  const faults = [unreadable && UNREADABLE, failure].filter((fault) => typeof fault === 'string');

  useEffect(() => () => upload.current?.abort(), []);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (preview.current) preview.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);

  async function send() {
    const cancel = new AbortController();
    upload.current = cancel;
    setFailure(undefined);
    setProgress(0);
    try {
      const picture =
        shape === 'original' || !preview.current ? file : await drawSquare(preview.current, shape, file.type);
      await onSave(await uploadPicture(picture, { onProgress: setProgress, signal: cancel.signal }));
      onClose();
    } catch (error) {
      if (!cancel.signal.aborted) setFailure(messageOf(error, failed));
      setProgress(undefined);
    }
  }

  return (
    <Dialog onClose={onClose} title={title} description={file.name}>
      <div className="mt-4 grid place-items-center rounded-md bg-sunken p-4">
        <img
          ref={preview}
          alt="Preview"
          onError={() => setUnreadable(true)}
          className={clsx('rounded-md bg-surface', SHAPES[shape].look)}
        />
      </div>
      {shapes.length > 1 && <ShapeField {...{ shapes, shape, isSending }} onChange={setShape} />}
      {faults.map((fault) => (
        <Alert key={fault} variant="destructive" className="mt-4">
          {fault}
        </Alert>
      ))}
      {isSending && (
        <div className="mt-4">
          <progress value={percent} max={100} aria-label="Upload" className="w-full" />
          <p className="text-sm text-muted">{percent < 100 ? `${percent}% sent` : 'Saving...'}</p>
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
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

type ShapeFieldProps = {
  shapes: readonly PictureShape[];
  shape: PictureShape;
  isSending: boolean;
  onChange: (shape: PictureShape) => void;
};

const ShapeField = ({ shapes, shape, isSending, onChange }: ShapeFieldProps) => (
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
            onChange={() => onChange(choice)}
          />
          {SHAPES[choice].label}
        </label>
      ))}
    </div>
  </fieldset>
);

/** Pixels; enough for every place that shows a picture. */
const MAX_SIDE = 1024;

/** Draws a picture in a square; around a fitted one it is transparent. @throws when the browser cannot read the picture */
async function drawSquare(image: HTMLImageElement, shape: 'crop' | 'fit', type: string): Promise<Blob> {
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const reference = shape === 'crop' ? Math.min(width, height) : Math.max(width, height);
  const side = Math.min(MAX_SIDE, Math.round(reference));
  const scale = side / reference;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  canvas
    .getContext('2d')
    ?.drawImage(image, (side - drawnWidth) / 2, (side - drawnHeight) / 2, drawnWidth, drawnHeight);
  const isPhoto = type === 'image/jpeg' && shape === 'crop';
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The picture cannot be drawn'));
    canvas.toBlob(done, isPhoto ? 'image/jpeg' : 'image/png', 0.9);
  });
}
