import { readPackage } from '@stackcheck/osv-core';
import type { Validation } from '../service/validators';

/** Judges the form of a purl, its type and version. Whether anything stands against it is what is paid for. */
export function validateOsv(purl: string): Validation {
  const reading = readPackage(purl);
  if (!reading.ok) return { valid: false, canonical: null, reason: reading.reason, suggestions: [] };
  return { valid: true, canonical: reading.purl, reason: null, suggestions: [], ecosystem: reading.ecosystem };
}
