export { parseCve, suggestCves, type CveId, type CveReading } from './cve-id';
export { kevEntryView, kevFullEntry } from './kev-entry';
export type { CalendarDate } from '@stackcheck/contract';
export type { KevEntry, KevEntryView, KevFullEntry } from './kev-entry';
export { KevIndex, kevAmong } from './kev-index';
export { checkCves, parseCves } from './check-cves';
export type { AskedCve, CveBatch, KevEcho, KevReport, KevResult } from './check-cves';
export { referencesIn } from './references';
