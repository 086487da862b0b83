import { parseCve, type CveId } from './cve-id';
import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { kevFullEntry, type KevFullEntry } from './kev-entry';
import type { KevIndex } from './kev-index';

/** One CVE of a batch: as sent, and what it means. */
export interface AskedCve {
  readonly asked: string;
  readonly cve: CveId;
}

/** A batch that can be answered, or the first entry that cannot, named by its place: `cves[3] must be …`. */
export type CveBatch = { readonly cves: readonly AskedCve[] } | { readonly fault: string };

/** The answer to one CVE of a batch, in its wire names. `listed: null`: not in a selection, so nothing is known of it. */
export type KevResult =
  | (KevEcho & { readonly listed: true; readonly entry: KevFullEntry })
  | (KevEcho & { readonly listed: false })
  | (KevEcho & { readonly listed: null });

/** Position, id as sent, and id as read. */
export interface KevEcho {
  readonly index: number;
  readonly cve: string;
  /** Canonical spelling. */
  readonly resolved: string;
}

/** The `data` of `/v1/kev/check`, in its wire names. `listed + unlisted_count + unknown_count = count`. */
export interface KevReport {
  readonly count: number;
  readonly listed: number;
  readonly unlisted_count: number;
  /** Ids that are not in a selection of the catalogue; 0 where the whole was asked. */
  readonly unknown_count: number;
  /** Listed entries whose due date has passed. */
  readonly overdue: number;
  /** Listed entries that are known to be used in ransomware campaigns. */
  readonly ransomware: number;
  /** Whether the whole catalogue was asked. */
  readonly complete: boolean;
  /** The catalogue that "not listed" is said of. */
  readonly catalog_version: string;
  /** One entry per id, in the order of the ids; an id sent twice is answered twice. */
  readonly results: readonly KevResult[];
  /** The entries that are not listed. */
  readonly unlisted: readonly KevResult[];
  /** The entries of which nothing is known. */
  readonly unknown: readonly KevResult[];
}

/** Reads the ids of a batch (see `parseCve`). One misspelt id spoils the batch: it must not be read as "not listed". */
export function parseCves(texts: readonly string[]): CveBatch {
  const cves: AskedCve[] = [];
  for (const [index, asked] of texts.entries()) {
    const reading = parseCve(asked);
    if ('fault' in reading) return { fault: `cves[${index}] ${reading.fault}` };
    cves.push({ asked, cve: reading.cve });
  }
  return { cves };
}

/** Answers a batch on a day. None listed is an answer like any other. */
export function checkCves(index: KevIndex, cves: readonly AskedCve[], today: CalendarDate): KevReport {
  const absent = index.complete ? false : null;
  const results = cves.map(({ asked, cve }, position): KevResult => {
    const entry = index.find(cve);
    return entry === undefined
      ? { index: position, cve: asked, resolved: cve, listed: absent }
      : { index: position, cve: asked, resolved: cve, listed: true, entry: kevFullEntry(entry, today) };
  });
  const listed = results.filter((result) => result.listed === true);
  const unlisted = results.filter((result) => result.listed === false);
  const unknown = results.filter((result) => result.listed === null);
  return {
    count: results.length,
    listed: listed.length,
    unlisted_count: unlisted.length,
    unknown_count: unknown.length,
    overdue: listed.filter(({ entry }) => entry.overdue).length,
    ransomware: listed.filter(({ entry }) => entry.ransomware).length,
    complete: index.complete,
    catalog_version: index.catalogVersion,
    results,
    unlisted,
    unknown,
  };
}
