import { referencesIn } from '@stackcheck/kev-core/references';
import type { KevRecord, KevSnapshot } from './records';
import type { UpstreamCatalogue, UpstreamEntry } from './upstream';

/** Name of the form we read; upstream's document states none. */
const SCHEMA_VERSION = 'cisa-kev-1';

/**
 * CISA's catalogue as our records. Nothing is dropped but blanks around texts and characters without width, which come in
 * with pasted text; the notes stay as they are next to the addresses found in them.
 */
export function normaliseKev(catalogue: UpstreamCatalogue): KevSnapshot {
  return {
    dataset: 'kev',
    meta: {
      upstream_schema_version: SCHEMA_VERSION,
      catalog_version: catalogue.catalogVersion,
      released_at: new Date(catalogue.dateReleased).toISOString(),
    },
    // By code units, which is the order that deltas rely on, and not by number.
    entries: catalogue.vulnerabilities.map(toRecord).sort((a, b) => (a.cve < b.cve ? -1 : a.cve > b.cve ? 1 : 0)),
  };
}

function toRecord(entry: UpstreamEntry): KevRecord {
  const notes = tidy(entry.notes ?? '');
  return {
    cve: entry.cveID,
    vendor: tidy(entry.vendorProject),
    product: tidy(entry.product),
    name: tidy(entry.vulnerabilityName),
    date_added: entry.dateAdded,
    due_date: entry.dueDate,
    ransomware: entry.knownRansomwareCampaignUse === 'Known',
    required_action: tidy(entry.requiredAction),
    description: tidy(entry.shortDescription),
    notes,
    cwes: [...new Set(entry.cwes ?? [])],
    references: referencesIn(notes),
  };
}

/** Soft hyphen, zero-width space, word joiner, byte order mark. */
const WITHOUT_WIDTH = /[\u00ad\u200b\u2060\ufeff]/g;

/** Blanks of every kind, line ends among them, as one blank each, and none around the text. */
function tidy(text: string): string {
  return text.replace(WITHOUT_WIDTH, '').replace(/\s+/g, ' ').trim();
}
