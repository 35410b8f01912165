import { Drawing, Pin } from './drawings';

/** A card with a person on it. */
export function PersonDrawing() {
  return (
    <Drawing>
      <rect x="26" y="16" width="68" height="44" rx="6" className="fill-surface" />
      <g className="text-brand">
        <circle cx="44" cy="32" r="6" className="fill-brand-soft" />
        <path d="M34 51c1-7 5-10 10-10s9 3 10 10" className="fill-brand-soft" />
      </g>
      <path d="M64 30h20M64 39h20M64 48h12" />
    </Drawing>
  );
}

/** A folded map. */
export function MapDrawing() {
  return (
    <Drawing>
      <path d="M28 22l22-7 22 7 22-7v42l-22 7-22-7-22 7z" className="fill-surface" />
      <path d="M50 15v42M72 22v42" className="text-line" />
      <Pin at="61 46" />
    </Drawing>
  );
}

/** A sheet with rows. */
export function DocumentDrawing() {
  return (
    <Drawing>
      <path
        d="M40 10h28l12 12v42a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4z"
        className="fill-surface"
      />
      <path d="M68 10v12h12" />
      <path d="M46 34h24M46 44h24M46 54h14" className="text-brand" />
    </Drawing>
  );
}
