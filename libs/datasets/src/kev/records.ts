import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { SnapshotContent } from '../snapshot/snapshot';

/** A listed vulnerability in the snapshot. Days left are never stored: they depend on the day of the answer. */
export interface KevRecord {
  /** Canonical CVE id. */
  readonly cve: string;
  readonly vendor: string;
  readonly product: string;
  readonly name: string;
  readonly date_added: CalendarDate;
  readonly due_date: CalendarDate;
  /** True: use in ransomware campaigns is known. False: upstream has no confirmation of it. */
  readonly ransomware: boolean;
  readonly required_action: string;
  readonly description: string;
  /** Upstream's remarks and links in one text; empty when there are none. */
  readonly notes: string;
  /** E.g. `CWE-502`; empty for older entries. */
  readonly cwes: readonly string[];
  /** The web addresses in `notes`. */
  readonly references: readonly string[];
}

/** Content of a catalogue snapshot; entries in ascending order of `cve` by UTF-16 code units, each once. */
export interface KevSnapshot extends SnapshotContent {
  readonly dataset: 'kev';
  readonly meta: {
    readonly upstream_schema_version: string;
    /** Upstream's version of the catalogue, e.g. `2026.08.07`. */
    readonly catalog_version: string;
    /** When upstream released it; ISO 8601 UTC. */
    readonly released_at: string;
  };
  readonly entries: readonly KevRecord[];
}
