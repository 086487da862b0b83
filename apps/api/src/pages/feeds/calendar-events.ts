import type { Product } from '@stackcheck/eol-core';
import { calendarDayEvent, calendarText, type CalendarEvent } from '@stackcheck/pictures';
import type { RouteDeps } from '../../catalogue/define-route';

/** A calendar of the days on which release cycles of products end; of those that are not previewed only that they are sold. */
export function calendarOf(
  name: string,
  products: readonly Product[],
  { data, service, baseUrl }: Pick<RouteDeps, 'data' | 'service' | 'baseUrl'>,
): string {
  const sold = products.filter(({ id }) => !service.previews(id));
  const events = products.filter(({ id }) => service.previews(id)).flatMap((product) => eventsOf(product, baseUrl));
  const note = sold.length > 0 ? soldNote(sold, baseUrl) : events.length === 0 ? 'No day of an end is known.' : '';
  return calendarText({
    name,
    asOf: data('eol').manifest.fetched_at,
    events,
    ...(note === '' ? {} : { note: { uid: `${encodeURIComponent(name)}/note@stackcheck`, text: note } }),
  });
}

function eventsOf({ id, label, cycles }: Product, baseUrl: string): readonly CalendarEvent[] {
  return cycles.flatMap(({ name, eolFrom, eoesFrom }) =>
    eolFrom === null
      ? []
      : [
          {
            ...calendarDayEvent(
              { product: id, label, cycle: name },
              { ends: eolFrom, extendedUntil: eoesFrom === eolFrom ? null : eoesFrom },
            ),
            url: `${baseUrl}/p/${encodeURIComponent(id)}`,
          },
        ],
  );
}

function soldNote(sold: readonly Product[], baseUrl: string): string {
  const calls = sold.map(
    ({ id, label, cycles }) => `${label} (${cycles.length} release cycles): GET ${baseUrl}/v1/eol/${id}`,
  );
  return `Sold per call, not shown here: ${calls.join('; ')}`;
}
