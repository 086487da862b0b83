import type { Entries } from '../entries/entry';
import { EntryList } from '../entries/entry-list';
import type { Format } from '../entries/format';

/** What a format reads in a text. */
export function readText(format: Format, text: string, path = 'file'): Entries {
  const list = new EntryList();
  format.read({ path, text }, list);
  return list.entries();
}
