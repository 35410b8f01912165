import { formatCount } from '@shared/figures';
import { decodeCoast, type Point } from '@shared/places/points';
import type { PickupPlace } from '@shared/reports/statistics';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '@/components/ui/button';
import { useSize } from '@/lib/hooks/use-size';
import coastText from '../../../../../.generated/coast.txt?raw';
import { placeName, tripsAt } from '../trips-link';
import { fitTo, placeLabels, radiusOf, scaleKm, whereMostBegin } from './map-view';
import { BRISBANE_RIVER } from './river';

export type LocatedPlace = PickupPlace & { at: Point };

const HEIGHT = 360;
const MARGIN = 36;
/** A place is named for so many pixels of the map's width. */
const WIDTH_OF_A_NAME = 90;

/** Towns by which a map of Queensland is read, the largest first. */
const TOWNS: readonly { name: string; at: Point }[] = [
  { name: 'Brisbane', at: [153.025, -27.47] },
  { name: 'Gold Coast', at: [153.4, -28.0] },
  { name: 'Sunshine Coast', at: [153.07, -26.65] },
  { name: 'Townsville', at: [146.82, -19.26] },
  { name: 'Cairns', at: [145.77, -16.92] },
  { name: 'Toowoomba', at: [151.95, -27.56] },
  { name: 'Mackay', at: [149.19, -21.14] },
  { name: 'Rockhampton', at: [150.51, -23.38] },
  { name: 'Ipswich', at: [152.76, -27.61] },
  { name: 'Bundaberg', at: [152.35, -24.87] },
  { name: 'Hervey Bay', at: [152.85, -25.29] },
  { name: 'Gladstone', at: [151.26, -23.84] },
  { name: 'Mount Isa', at: [139.49, -20.73] },
  { name: 'Redcliffe', at: [153.1, -27.23] },
  { name: 'Caboolture', at: [152.95, -27.08] },
  { name: 'Beenleigh', at: [153.2, -27.71] },
  { name: 'Cleveland', at: [153.27, -27.53] },
  { name: 'Gympie', at: [152.66, -26.19] },
  { name: 'Warwick', at: [152.03, -28.22] },
  { name: 'Roma', at: [148.79, -26.57] },
  { name: 'Longreach', at: [144.25, -23.44] },
  { name: 'Charleville', at: [146.24, -26.4] },
  { name: 'Weipa', at: [141.87, -12.63] },
];

const coast = decodeCoast(coastText);

/** Pickup places as circles on Queensland's coast, for eyes and pointers; the table behind it serves screen readers and the keyboard. */
export function PickupMap({ places }: { places: readonly LocatedPlace[] }) {
  const [frame, { width }] = useSize<HTMLDivElement>();
  const [isWhole, setWhole] = useState(false);
  const main = whereMostBegin(places);
  const outside = places.length - main.length;
  return (
    <>
      <div
        ref={frame}
        style={{ height: HEIGHT }}
        className="overflow-hidden rounded-md border border-line bg-canvas"
      >
        {width > 0 && <Drawing places={places} shown={isWhole ? places : main} width={width} />}
      </div>
      {outside > 0 && (
        <Button
          variant="ghost"
          // next to what opens the table
          className="float-left mt-2 min-h-11! -ml-4 text-sm"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show where most trips begin' : `Show all ${places.length} places`}
        </Button>
      )}
    </>
  );
}

type DrawingProps = { places: readonly LocatedPlace[]; shown: readonly LocatedPlace[]; width: number };

function Drawing({ places, shown, width }: DrawingProps) {
  const size = { width, height: HEIGHT };
  const points = shown.map(({ at }) => at);
  const { project, pixelsPerKm } = fitTo(points, size, MARGIN);
  const most = Math.max(...shown.map(({ tripCount }) => tripCount));
  const marks = places.map((place) => {
    const [x, y] = project(place.at);
    return { place, text: place.suburb, x, y, radius: radiusOf(place.tripCount, most) };
  });
  const towns = TOWNS.filter(({ name }) => !places.some(({ suburb }) => suburb === name)).map((town) => {
    const [x, y] = project(town.at);
    return { text: town.name, x, y, radius: 2 };
  });
  const named = Math.floor(width / WIDTH_OF_A_NAME);
  const labels = placeLabels([...marks.slice(0, named), ...towns], size, marks.slice(named));
  const isNamed = (town: { text: string }) => labels.some(({ text }) => text === town.text);
  const rounded = (point: Point) => project(point).map(Math.round).join(' ');
  const outline = coast.map((line) => `M${line.map(rounded).join('L')}Z`).join('');
  const km = scaleKm(pixelsPerKm);

  return (
    <svg
      aria-hidden="true"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="block max-w-full text-sm"
    >
      <path d={outline} className="fill-surface stroke-line-strong" />
      <path
        d={`M${BRISBANE_RIVER.map(rounded).join('L')}`}
        className="fill-none stroke-line-strong opacity-60"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      {marks.map(({ place, x, y, radius }) => (
        <Link key={placeName(place)} href={tripsAt(place)} tabIndex={-1}>
          <circle cx={x} cy={y} r={radius} className="fill-brand stroke-surface opacity-60 hover:opacity-100">
            <title>{`${placeName(place)}: ${formatCount(place.tripCount)}`}</title>
          </circle>
        </Link>
      ))}
      <g
        className="pointer-events-none stroke-surface"
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {towns.filter(isNamed).map(({ text, x, y }) => (
          <circle key={text} cx={x} cy={y} r="2" className="fill-muted" />
        ))}
        {labels.map(({ text, x, y, anchor }) => (
          <text
            key={`${text} ${x} ${y}`}
            x={x}
            y={y + 5}
            textAnchor={anchor}
            className={towns.some((town) => town.text === text) ? 'fill-muted italic' : 'fill-ink'}
          >
            {text}
          </text>
        ))}
        <text x="12" y={HEIGHT - 18} className="fill-muted">
          {km} km
        </text>
      </g>
      <path d={`M12 ${HEIGHT - 14}v4h${km * pixelsPerKm}v-4`} className="fill-none stroke-muted" />
    </svg>
  );
}
