import { indexEol } from '../eol/lookup';
import { EOL_RECORDS_VERSION, type EolSnapshot } from '../eol/records';
import { indexEpss } from '../epss/lookup';
import type { EpssSnapshot } from '../epss/records';
import { indexKev } from '../kev/lookup';
import type { KevSnapshot } from '../kev/records';
import { newerRecordsFault } from '../life/records-version';
import { indexModels } from '../models/lookup';
import type { ModelsSnapshot } from '../models/records';
import { indexOfContent } from '../osv/index-content';
import { indexSanctions } from '../sanctions/lookup';
import type { SanctionsSnapshot } from '../sanctions/records';
import type { DatasetId, SnapshotContent } from '../snapshot/snapshot';
import { finish } from '../tasks/cooperative-task';

/** How a content becomes what it is asked through. */
interface Indexing {
  /** See `DocumentDefinition`. */
  readonly recordsVersion?: number;
  index(content: SnapshotContent, complete: boolean): unknown;
}

/**
 * The look-ups of each registered dataset, without what fetches, guards and publishes it: a program that only reads snapshots
 * carries nothing else. A test compares it with the registry.
 */
export const INDEXINGS: Readonly<Record<DatasetId, Indexing>> = {
  eol: {
    recordsVersion: EOL_RECORDS_VERSION,
    index: (content, complete) => finish(indexEol(content as EolSnapshot, complete)),
  },
  kev: { index: (content, complete) => finish(indexKev(content as KevSnapshot, complete)) },
  epss: { index: (content, complete) => finish(indexEpss(content as EpssSnapshot, complete)) },
  osv: { index: (content, complete) => indexOfContent(content, complete) },
  models: { index: (content, complete) => finish(indexModels(content as ModelsSnapshot, complete)) },
  sanctions: { index: (content) => indexSanctions(content as SanctionsSnapshot) },
};

/**
 * The look-up of a content whose bytes are known to be those of a proven snapshot.
 * @param starter whether it is a selection, of which the absence of a record says nothing
 * @returns the look-up, of the type that its dataset has, or why this version cannot read its records
 * @throws Error where the records are of another form
 */
export function indexContent(
  id: DatasetId,
  content: SnapshotContent,
  starter: boolean,
): { readonly index: unknown } | { readonly fault: string } {
  const indexing = INDEXINGS[id];
  const fault = newerRecordsFault(indexing, content);
  return fault === undefined ? { index: indexing.index(content, !starter) } : { fault };
}
