import { wellFormed } from '@stackcheck/pictures/markup';

/**
 * A path as a relative reference (RFC 3986): each part %-encoded, a colon and a percent sign of a name among it, so that no part
 * is taken for a scheme or for an escape; a leading `/` goes, since the reference is relative to the folder that was checked.
 */
export function relativeUri(path: string): string {
  return wellFormed(path)
    .replace(/^\/+/, '')
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
}
