import { generate } from 'lean-qr/nano';
import { useMemo } from 'react';

/** The margin that scanners need, in modules. */
const QUIET = 4;

/** A text as a QR code. It is dark on light in both themes: many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md forced-color-adjust-none"
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string) {
  const code = generate(text);
  const at = Array.from({ length: code.size }, (_, index) => index);
  const dark = at.flatMap((y) => at.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return { size: code.size, path: dark.join('') };
}
