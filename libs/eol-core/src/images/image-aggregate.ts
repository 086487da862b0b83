import type { ImageComponent, ImageStatus } from './image-report';

const SEVERITY = { supported: 0, unknown: 1, 'security-only': 2, eol: 3 } as const;

/**
 * The worst status of the matched components. An image component without a match is `unknown`, which is worse than
 * `supported`: half an answer never looks clean. Null when nothing matched.
 */
export function worstStatus(components: readonly ImageComponent[]): ImageStatus {
  let worst: ImageStatus = null;
  let imageIsOpen = false;
  for (const { role, match } of components) {
    if (match === undefined) imageIsOpen ||= role === 'image';
    else if (worst === null || SEVERITY[match.status] > SEVERITY[worst]) worst = match.status;
  }
  return worst === 'supported' && imageIsOpen ? 'unknown' : worst;
}

/** The soonest of the matched components' days until end of life; null when none of them has a date. */
export function soonestDays(components: readonly ImageComponent[]): number | null {
  let soonest: number | null = null;
  for (const { match } of components) {
    const days = match?.days_until_eol ?? null;
    if (days !== null && (soonest === null || days < soonest)) soonest = days;
  }
  return soonest;
}
