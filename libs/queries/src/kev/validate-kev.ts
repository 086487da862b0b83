import { parseCve, suggestCves } from '@stackcheck/kev-core';
import type { Validation } from '../query/validation';
import { cveFault } from '../query/cve-fault';

/** Judges the form of a CVE id. Whether it is listed is not reported: that is what is paid for. */
export function validateKev(id: string): Validation {
  const reading = parseCve(id);
  if ('fault' in reading || cveFault(id) !== undefined) {
    const suggestions = suggestCves(id).filter((cve) => cveFault(cve) === undefined);
    return { valid: false, canonical: null, reason: 'malformed', suggestions };
  }
  return { valid: true, canonical: reading.cve, reason: null, suggestions: [] };
}
