import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { kevEntryView, type KevEntry, type KevEntryView } from './kev-entry';

/** The catalogue by CVE id. Built once per snapshot. */
export class KevIndex {
  private readonly byCve: ReadonlyMap<string, KevEntry>;

  /**
   * @param catalogVersion the publisher's version, e.g. `2026.08.07`; every answer names it
   * @param complete false for a selection, of which the absence of an entry says nothing
   * @throws Error with `code` `duplicate` and the `place` of an entry, e.g. `entries[2]`, when two have one CVE id
   */
  constructor(
    readonly catalogVersion: string,
    entries: readonly KevEntry[],
    readonly complete = true,
  ) {
    this.byCve = new Map(entries.map((entry) => [entry.cve, entry]));
    if (this.byCve.size === entries.length) return;
    const seen = new Set<string>();
    const place = `entries[${entries.findIndex(({ cve }) => seen.size === seen.add(cve).size)}]`;
    throw Object.assign(new Error('two entries of the catalogue have one CVE id'), { code: 'duplicate', place });
  }

  /** How many CVEs are listed. */
  get size(): number {
    return this.byCve.size;
  }

  /** The entry of a CVE id in its canonical spelling, or undefined when it is not listed. Other ids find nothing. */
  find(cve: string): KevEntry | undefined {
    return this.byCve.get(cve);
  }

  /** All entries, in the order of the catalogue given. */
  entries(): IterableIterator<KevEntry> {
    return this.byCve.values();
  }
}

/**
 * The listed entry among the ids of one vulnerability (its id and aliases, in canonical spelling, of whatever database), or
 * null when none is listed. Where several are, the one that is due first, then the one whose id sorts first.
 */
export function kevAmong(index: KevIndex, ids: readonly string[], today: CalendarDate): KevEntryView | null {
  const listed = ids.map((id) => index.find(id)).filter((entry) => entry !== undefined);
  const [first] = listed.sort((a, b) => compareText(a.dueDate, b.dueDate) || compareText(a.cve, b.cve));
  return first === undefined ? null : kevEntryView(first, today);
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
