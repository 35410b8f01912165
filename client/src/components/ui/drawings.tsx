import { StateDrawing } from './states/error-state';

const Pin = ({ at }: { at: string }) => (
  <g transform={`translate(${at})`} className="text-brand">
    <path d="M0 0c-6-7-9-11-9-16a9 9 0 0 1 18 0c0 5-3 9-9 16z" className="fill-brand-soft" />
    <circle cy="-16" r="3" />
  </g>
);

export const RouteDrawing = () => (
  <StateDrawing>
    <path d="M24 60c22 0 8-22 32-22s12 20 38 8" strokeDasharray="1 7" />
    <circle cx="24" cy="60" r="4" />
    <Pin at="96 46" />
  </StateDrawing>
);

export const PersonDrawing = () => (
  <StateDrawing>
    <rect x="26" y="16" width="68" height="44" rx="6" className="fill-surface" />
    <g className="text-brand">
      <circle cx="44" cy="32" r="6" className="fill-brand-soft" />
      <path d="M34 51c1-7 5-10 10-10s9 3 10 10" className="fill-brand-soft" />
    </g>
    <path d="M64 30h20M64 39h20M64 48h12" />
  </StateDrawing>
);

export const CarDrawing = () => (
  <StateDrawing>
    <path d="M22 60V46l10-4 10-16h36l12 16 10 4v14z" className="fill-surface" />
    <path d="M47 31l-6 11h17V31zM64 31v11h18l-8-11z" className="text-line" />
    <g className="text-brand">
      <circle cx="40" cy="61" r="8" className="fill-brand-soft" />
      <circle cx="82" cy="61" r="8" className="fill-brand-soft" />
    </g>
  </StateDrawing>
);

export const MapDrawing = () => (
  <StateDrawing>
    <path d="M28 22l22-7 22 7 22-7v42l-22 7-22-7-22 7z" className="fill-surface" />
    <path d="M50 15v42M72 22v42" className="text-line" />
    <Pin at="61 46" />
  </StateDrawing>
);

export const DocumentDrawing = () => (
  <StateDrawing>
    <path d="M40 10h28l12 12v42a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4z" className="fill-surface" />
    <path d="M68 10v12h12" />
    <path d="M46 34h24M46 44h24M46 54h14" className="text-brand" />
  </StateDrawing>
);
