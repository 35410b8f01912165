import * as z from 'zod/mini';
import { MAX_CONFIRMED_PLACES } from '../limits';
import { TRIP_FIELDS } from '../trips/trip-fields';
import { AREA_REGIONS, NO_AREA, OUTSIDE_QUEENSLAND } from './taxi-service-areas';

/** GET /api/areas: the regions and their areas in TMR's order, then what a place can be in instead (docs/regulator.md#areas). */
export const areaRegionSchema = z.strictObject({ region: z.string(), areas: z.array(z.string()) });
export type AreaRegionAnswer = z.infer<typeof areaRegionSchema>;

export const areaRegions = (): AreaRegionAnswer[] => [
  ...AREA_REGIONS.map(({ name, areas }) => ({ region: name, areas: areas.map((area) => area.name) })),
  ...[NO_AREA, OUTSIDE_QUEENSLAND].map((name) => ({ region: name, areas: [name] })),
];

/** GET /api/areas/places: a place that trips began in, most trips first. Until it is confirmed its area is a guess, null without one. */
export const areaPlaceSchema = z.strictObject({
  postcode: z.string(),
  suburb: z.string(),
  area: z.nullable(z.string()),
  isConfirmed: z.boolean(),
  /** Whether another area may well be the right one. A confirmed place has no doubt. */
  isDoubtful: z.boolean(),
  /** What a doubtful place may be in, most likely first; empty where nothing is known of it. */
  candidates: z.array(z.string()),
  tripCount: z.number(),
  /** The periods of the lodged quarterly reports that have trips from there: another area changes what they say. */
  lodged: z.array(z.string()),
});
export type AreaPlace = z.infer<typeof areaPlaceSchema>;

const areaNames = areaRegions().flatMap(({ areas }) => areas);

/** PUT /api/areas/places. Without a suburb the area holds for every suburb of the postcode that has no other. */
export const confirmAreasSchema = z
  .array(
    z.object({
      postcode: TRIP_FIELDS.postcode.schema,
      suburb: z.optional(TRIP_FIELDS.suburb.schema),
      area: z.enum(areaNames, "Please choose one of TMR's areas"),
      isConfirmed: z.boolean('Please say whether the area is confirmed'),
    }),
    'Please name the places',
  )
  .check(
    z.minLength(1, 'Please name the places'),
    z.maxLength(MAX_CONFIRMED_PLACES, `At most ${MAX_CONFIRMED_PLACES} places at once`),
  );
export type ConfirmAreas = z.infer<typeof confirmAreasSchema>;
