import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { SnapshotContent } from '../snapshot/snapshot';

/** A release cycle in the snapshot: upstream's dates and flags. Status is never stored: it depends on the day. */
export interface EolCycleRecord {
  readonly cycle: string;
  readonly codename: string | null;
  readonly release_date: CalendarDate | null;
  readonly is_lts: boolean;
  readonly lts_from: CalendarDate | null;
  readonly is_eol: boolean;
  readonly eol_from: CalendarDate | null;
  /** Null when the product has no active-support phase or it does not apply to this cycle. */
  readonly is_eoas: boolean | null;
  readonly eoas_from: CalendarDate | null;
  /** End of extended (usually paid) support. */
  readonly eoes_from: CalendarDate | null;
  readonly latest: string | null;
  readonly latest_date: CalendarDate | null;
  readonly link: string | null;
}

/** The version of these records: 2 keeps upstream's identifiers of a product. Version 1 is not stated. */
export const EOL_RECORDS_VERSION = 2;

/** What a product is called elsewhere, as upstream writes it. */
export interface EolIdentifierRecord {
  /** `purl`, `cpe` or `repology`; upstream may come to name further ones. */
  readonly type: string;
  readonly id: string;
}

/** A product in the snapshot. */
export interface EolProductRecord {
  readonly product: string;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly category: string;
  /** Full repository names, e.g. `docker.io/library/node`. */
  readonly images: readonly string[];
  /** By type, then by id, each once. Absent in records of version 1. */
  readonly identifiers?: readonly EolIdentifierRecord[];
  /** Page that states these facts. */
  readonly source_url: string;
  /** Newest first. */
  readonly cycles: readonly EolCycleRecord[];
}

/** Content of an EOL snapshot; products in ascending order of id. */
export interface EolSnapshot extends SnapshotContent {
  readonly dataset: 'eol';
  readonly products: readonly EolProductRecord[];
}
