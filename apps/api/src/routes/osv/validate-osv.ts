import { nearestName } from '@stackcheck/contract';
import { PURL_TYPE_NAMES, PURL_TYPES, readPackage } from '@stackcheck/osv-core';
import type { Validation } from '../service/validators';

/** Judges the form of a purl, its type and version. Whether anything stands against it is what is paid for. */
export function validateOsv(purl: string): Validation {
  const reading = readPackage(purl);
  if (reading.ok) {
    return { valid: true, canonical: reading.purl, reason: null, suggestions: [], ecosystem: reading.ecosystem };
  }
  const { reason } = reading;
  if (reason !== 'unsupported_type') return { valid: false, canonical: null, reason, suggestions: [] };
  return { valid: false, canonical: null, reason, suggestions: withNearType(purl), supported_types: PURL_TYPES };
}

/** The same purl with the type that it was most likely meant to be of. */
function withNearType(purl: string): readonly string[] {
  const [, type = ''] = /^pkg:\/*([^/]+)\//i.exec(purl) ?? [];
  const meant = nearestName(type.toLowerCase(), PURL_TYPE_NAMES, () => 1);
  const suggestion = meant === undefined ? '' : purl.replace(type, meant);
  return readPackage(suggestion).ok ? [suggestion] : [];
}
