import { median } from '../measure/rounds';

/** What was held after so many requests. */
export interface Point {
  readonly requests: number;
  readonly value: number;
}

/** How what is held moves with the number of requests. */
export interface Trend {
  /** Growth per request, in the unit of the values. */
  readonly perRequest: number;
  /** Last point to first. */
  readonly lastToFirst: number;
  readonly isFlat: boolean;
}

/** How much may be gained over a whole run and still be called flat. */
export interface Tolerance {
  /** Share of the middle value. */
  readonly share: number;
  /** And not less than this, in the unit of the values. */
  readonly least: number;
}

/**
 * Whether something grows with the requests. The slope is the median of the slopes between any two points (Theil and Sen), so
 * that one point taken at a bad moment does not tilt it; what is held counts as flat when that slope, over all requests from
 * the first point to the last, gains no more than the tolerance. Shrinking is flat.
 * @throws RangeError on fewer than two points
 */
export function trendOf(points: readonly Point[], { share, least }: Tolerance): Trend {
  const slopes = points.flatMap((a, at) =>
    points.slice(at + 1).map((b) => (b.value - a.value) / (b.requests - a.requests)),
  );
  const perRequest = median(slopes);
  const [first, last] = [points[0]!, points.at(-1)!];
  const gained = perRequest * (last.requests - first.requests);
  const middle = median(points.map(({ value }) => value));
  return {
    perRequest,
    lastToFirst: last.value / first.value,
    isFlat: gained <= Math.max(share * middle, least),
  };
}
