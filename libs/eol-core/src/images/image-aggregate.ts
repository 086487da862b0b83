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
