import { publish } from '../catalogue/publish';
import type { HeldAnswer, Published, RouteDeps } from '../catalogue/define-route';

/** How long badges, calendars, feeds and pages about data may be kept by others. */
export const DAY_DATA_SECONDS = 3_600;

/** A free answer from the EOL snapshot and the day: made once for each day, compressed where that helps, to be kept for an hour. */
export function keptToday(
  { data, service, today }: Pick<RouteDeps, 'data' | 'service' | 'today'>,
  name: string,
  make: () => Published,
): HeldAnswer {
  const view = data('eol');
  return { ...heldFor(service.onceADay(view, today, name, make), DAY_DATA_SECONDS), kept: { view, day: today } };
}

const SHORT_SECONDS = 300;

/**
 * A page without data: made once a day, and each time while no EOL snapshot is loaded. Others keep it for minutes only, since it names scripts of
 * this version.
 */
export function keptPage(
  { peek, service, today }: Pick<RouteDeps, 'peek' | 'service' | 'today'>,
  name: string,
  make: () => string,
): HeldAnswer {
  const view = peek('eol');
  const document = () => publish('text/html; charset=utf-8', make());
  if (view === undefined) return heldFor(document(), SHORT_SECONDS);
  const made = service.onceADay(view, today, name, document);
  return { ...heldFor(made, SHORT_SECONDS), kept: { view, day: today } };
}

/** A document as the answer of a free route. */
export function heldFor(
  { body, contentType, etag, coded }: Published,
  maxAgeSeconds: number,
): HeldAnswer & { readonly bytes: Uint8Array } {
  return { bytes: body, contentType, etag, maxAgeSeconds, ...(coded ? { coded } : {}) };
}
