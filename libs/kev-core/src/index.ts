export { parseCve, suggestCves, type CveId } from './cve-id';
export type { KevEntry, KevEntryView } from './kev-entry';
export { KevIndex, kevAmong } from './kev-index';
export { checkCves, parseCves, type AskedCve, type KevReport, type KevResult } from './check-cves';
export { priorityOf, type KevPriority } from './priority';
