import { parseCve, type KevEntry } from '@stackcheck/kev-core';
import { toEntry } from '../kev/lookup';
import { normaliseKev } from '../kev/normalise';
import { readUpstream } from '../kev/upstream';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import type { UpstreamJson } from '../upstream/upstream-json';
import { requireDistinct } from './require-distinct';

/** CISA's catalogue, as `KevIndex` of kev-core takes it. */
export interface KevCatalogue {
  /** E.g. `2026.08.07`. */
  readonly catalogVersion: string;
  /** When it was released; ISO 8601 UTC. */
  readonly releasedAt: string;
  /** In ascending order of the CVE id by code units. */
  readonly entries: readonly KevEntry[];
}

/**
 * The entries of CISA's catalogue of known exploited vulnerabilities (`known_exploited_vulnerabilities.json`).
 * @throws UpstreamShapeError naming the place, e.g. `vulnerabilities[3].dueDate`
 */
export function entriesFromKev(json: UpstreamJson): KevCatalogue {
  const catalogue = readUpstream(json);
  const ids = catalogue.vulnerabilities.map(({ cveID }) => cveID);
  for (const [at, id] of ids.entries()) requireCve(id, `vulnerabilities[${at}].cveID`);
  requireDistinct(ids, (at) => `vulnerabilities[${at}].cveID`);
  const { meta, entries } = normaliseKev(catalogue);
  return { catalogVersion: meta.catalog_version, releasedAt: meta.released_at, entries: entries.map(toEntry) };
}

function requireCve(id: string, place: string): void {
  const reading = parseCve(id);
  if ('fault' in reading) throw new UpstreamShapeError(`upstream's id "${id}" ${reading.fault}`, { place });
}
