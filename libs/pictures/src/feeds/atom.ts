import { xmlAttribute, xmlText } from '../text/xml-text';

/** One fact of a feed. */
export interface FeedEntry {
  /** Lasting id, e.g. a `tag:` URI (RFC 4151). */
  readonly id: string;
  readonly title: string;
  /** ISO 8601 instant of the fact, not of the feed. */
  readonly updated: string;
  /** Absolute address of a page about it. */
  readonly link: string;
  readonly summary: string;
}

/** A feed of facts. */
export interface AtomFeed {
  readonly id: string;
  readonly title: string;
  /** Absolute address of the feed itself. */
  readonly self: string;
  /** Absolute address of the page that it belongs to. */
  readonly page: string;
  /** Instant that stands for an empty feed; otherwise the newest entry's counts. */
  readonly updated: string;
  readonly rights: string;
  /** In the order in which they are to stand. */
  readonly entries: readonly FeedEntry[];
}

/** The feed as Atom (RFC 4287), in XML 1.0. */
export function atomFeed({ id, title, self, page, updated, rights, entries }: AtomFeed): string {
  const newest = entries.reduce((last, entry) => (entry.updated > last ? entry.updated : last), '') || updated;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', id),
    element('title', title),
    element('updated', newest),
    '<author><name>stackcheck</name></author>',
    `<link rel="self" type="application/atom+xml" href="${xmlAttribute(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlAttribute(page)}"/>`,
    element('rights', rights),
    ...entries.map(entryElement),
    '</feed>',
    '',
  ].join('\n');
}

function entryElement({ id, title, updated, link, summary }: FeedEntry): string {
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', updated),
    `<link rel="alternate" type="text/html" href="${xmlAttribute(link)}"/>`,
    element('summary', summary),
    '</entry>',
  ].join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}
