import { wellFormed } from '../text/plain';
import type { FeedEntry } from './atom';

/** A feed of facts, each with members of its own for programs. */
export interface JsonFeed {
  readonly title: string;
  readonly description: string;
  readonly self: string;
  readonly page: string;
  readonly entries: readonly (FeedEntry & { readonly facts: Readonly<Record<string, unknown>> })[];
}

/** The feed as a JSON Feed 1.1 value; the facts of an item are its extension `_stackcheck`. */
export function jsonFeed({ title, description, self, page, entries }: JsonFeed): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: wellFormed(title),
    description: wellFormed(description),
    home_page_url: page,
    feed_url: self,
    language: 'en',
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.link,
      title: wellFormed(entry.title),
      content_text: wellFormed(entry.summary),
      date_published: entry.updated,
      _stackcheck: entry.facts,
    })),
  };
}
