import { nearestName } from '@stackcheck/contract/spelling';
import type { OsvIndex } from '@stackcheck/datasets/osv';
import {
  PURL_TYPE_NAMES,
  PURL_TYPES,
  readPackage,
  SIMILAR_MAX,
  type PackageQuery,
  type UncheckedReason,
} from '@stackcheck/osv-core';
import { doubtOfName } from '@stackcheck/osv-core/report';
import type { Validation } from '../query/validation';

/**
 * Judges the form of a purl, its type and version, and says whether any advisory names the package, or one of a name like it.
 * Whether anything stands against the version is what is paid for.
 * @param index of the snapshot, where there is one
 */
export function validateOsv(purl: string, index: OsvIndex | undefined): Validation {
  const reading = readPackage(purl);
  // Which texts count as versions by being listed alone is what is paid for.
  if (reading.ok && reading.listedOnly === true) return invalid('invalid_version');
  if (reading.ok) {
    const { ecosystem, purl: canonical } = reading;
    return { valid: true, canonical, reason: null, suggestions: [], ecosystem, ...listing(reading, index) };
  }
  const { reason } = reading;
  if (reason !== 'unsupported_type') return invalid(reason);
  return { ...invalid(reason), suggestions: withNearType(purl), supported_types: PURL_TYPES };
}

const invalid = (reason: UncheckedReason): Validation => ({ valid: false, canonical: null, reason, suggestions: [] });

/** Where the data does not cover an ecosystem, or names no such packages, that nothing is found there means nothing. */
function listing(query: PackageQuery, index: OsvIndex | undefined): Pick<Validation, 'listed' | 'similar' | 'advice'> {
  const { ecosystem, names } = query;
  if (index === undefined) return { listed: null, similar: [] };
  if (index.isListed(ecosystem, names)) return { listed: true, similar: [] };
  const similar = (index.similarTo?.(ecosystem, names) ?? []).slice(0, SIMILAR_MAX);
  if (!index.covers(ecosystem)) return { listed: null, similar };
  const advice = doubtOfName(query);
  return advice === undefined ? { listed: false, similar } : { listed: null, similar, advice };
}

/** The same purl with the type that it was most likely meant to be of. */
function withNearType(purl: string): readonly string[] {
  const [, type = ''] = /^pkg:\/*([^/]+)\//i.exec(purl) ?? [];
  const meant = nearestName(type.toLowerCase(), PURL_TYPE_NAMES, () => 1);
  const suggestion = meant === undefined ? '' : purl.replace(type, meant);
  return readPackage(suggestion).ok ? [suggestion] : [];
}
