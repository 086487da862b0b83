import { CANARIES } from '../kev/canaries';
import type { UpstreamCatalogue, UpstreamEntry } from '../kev/upstream';

/** So many made-up entries besides the well-known ones make the catalogue long enough for shares of it to mean something. */
const MADE_UP = 141;

/**
 * A made-up upstream document that passes every guard: the well-known entries and some that are nobody's, CVE-2026-70000
 * and following. For tests that need a catalogue and not the catalogue.
 */
export function smallCatalogue(): UpstreamCatalogue {
  const known = CANARIES.map(({ cve, dateAdded }) => toEntry(cve, dateAdded));
  const others = Array.from({ length: MADE_UP }, (_, index) => toEntry(`CVE-2026-${70_000 + index}`, '2026-11-02'));
  return catalogueOf([...known, ...others]);
}

/** A document as upstream sends it. */
export function catalogueBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

/** The document with these entries, announced in their number. */
export function catalogueOf(vulnerabilities: readonly UpstreamEntry[]): UpstreamCatalogue {
  return {
    catalogVersion: '2026.11.19',
    dateReleased: '2026-11-19T17:03:11.1234Z',
    count: vulnerabilities.length,
    vulnerabilities,
  };
}

/** The document with one entry replaced or, when `change` gives undefined, left out. */
export function withEntry(
  document: UpstreamCatalogue,
  cve: string,
  change: (entry: UpstreamEntry) => UpstreamEntry | undefined,
): UpstreamCatalogue {
  const vulnerabilities = document.vulnerabilities.flatMap((entry) => {
    if (entry.cveID !== cve) return [entry];
    const changed = change(entry);
    return changed === undefined ? [] : [changed];
  });
  return { ...document, count: vulnerabilities.length, vulnerabilities };
}

function toEntry(cveID: string, dateAdded: string): UpstreamEntry {
  return {
    cveID,
    vendorProject: 'Acme',
    product: 'Anvil',
    vulnerabilityName: 'Acme Anvil Falling Vulnerability',
    dateAdded,
    shortDescription: 'An anvil falls.',
    requiredAction: 'Step aside.',
    dueDate: dateAdded < '2026-11' ? '2026-05-03' : '2026-12-03',
    knownRansomwareCampaignUse: 'Unknown',
    notes: `https://example.org/anvil ; https://example.org/${cveID}`,
    cwes: ['CWE-20'],
  };
}
