import type { Point } from '@shared/places/points';

/** Towns by which a map of Queensland is read, the largest first. */
export const TOWNS: readonly { name: string; at: Point }[] = [
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
