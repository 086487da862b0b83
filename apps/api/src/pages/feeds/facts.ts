import { toEolCycle, type EolCycle, type Product } from '@stackcheck/eol-core';
import { supportEvents, type FeedEntry, type SupportEvent } from '@stackcheck/pictures';
import { tagId } from './tag-id';

/** What happened to a product, as entries of a feed: the newest first, then by id. */
export function factsOf(product: Product, day: string, baseUrl: string): readonly FeedEntry[] {
  return product.cycles
    .flatMap((cycle) => factsOfCycle(product, toEolCycle(cycle, day), { day, baseUrl }))
    .sort(newestFirst);
}

/** Order of the entries of every feed. */
export function newestFirst(a: FeedEntry, b: FeedEntry): number {
  return a.updated === b.updated ? (a.id < b.id ? -1 : 1) : a.updated < b.updated ? 1 : -1;
}

function factsOfCycle(
  { id, label }: Product,
  cycle: EolCycle,
  { day, baseUrl }: { readonly day: string; readonly baseUrl: string },
): readonly FeedEntry[] {
  const name = `${label} ${cycle.cycle}`;
  const entry = (kind: string, of: string, title: string): FeedEntry => ({
    id: tagId(baseUrl, id, cycle.cycle, kind),
    title,
    updated: `${of}T00:00:00Z`,
    link: `${baseUrl}/p/${encodeURIComponent(id)}`,
    summary: `${title} on ${of}. ${stateOf(name, cycle)}`,
  });
  const events = supportEvents({
    released: cycle.release_date,
    activeUntil: cycle.support_until,
    ends: cycle.eol,
    extendedUntil: cycle.extended_support_until,
  }).filter((event) => hasHappened(event, day));
  const { latest, latest_date: latestDate } = cycle;
  const isUpdate = latest !== null && latestDate !== null && latestDate <= day && latestDate !== cycle.release_date;
  return [
    ...events.map(({ kind, day: of }) => entry(kind, of, TITLES[kind](name))),
    ...(isUpdate ? [entry(`latest/${latest}`, latestDate, `${label} ${latest} was released`)] : []),
  ];
}

/** The last day of support is still a day of support. */
function hasHappened({ kind, day }: SupportEvent, today: string): boolean {
  return kind === 'released' ? day <= today : day < today;
}

const TITLES: Readonly<Record<SupportEvent['kind'], (name: string) => string>> = {
  released: (name) => `${name} was released`,
  'active-ended': (name) => `Active support of ${name} ended`,
  ended: (name) => `${name} reached its end of life`,
  'extended-ended': (name) => `Extended support of ${name} ended`,
};

function stateOf(name: string, { status, eol }: EolCycle): string {
  if (status === 'eol') return `${name} gets no more security fixes.`;
  return eol === null ? `No end of ${name} is announced.` : `Its security support ends on ${eol}.`;
}
