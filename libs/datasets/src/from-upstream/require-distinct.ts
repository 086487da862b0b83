import { UpstreamShapeError } from '../upstream/upstream-shape-error';

/**
 * @param placeAt where the id at this position stands in upstream's document
 * @throws UpstreamShapeError with code `contradictory` where two records bear one id: no look-up can be made of them
 */
export function requireDistinct(ids: readonly string[], placeAt: (position: number) => string): void {
  const seen = new Set<string>();
  for (const [position, id] of ids.entries()) {
    if (seen.has(id)) {
      throw new UpstreamShapeError(`upstream lists "${id.slice(0, ID_CHARS_SHOWN)}" twice`, {
        code: 'contradictory',
        place: placeAt(position),
      });
    }
    seen.add(id);
  }
}

const ID_CHARS_SHOWN = 200;
