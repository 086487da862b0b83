import { ServiceError } from '@stackcheck/contract';
import { parseCves, type AskedCve } from '@stackcheck/kev-core';

/**
 * The CVEs that texts name. One misspelt id spoils the batch: nothing may be said of it.
 * @throws ServiceError `bad_request` naming the place
 */
export function requireCves(cves: readonly string[]): readonly AskedCve[] {
  const batch = parseCves(cves);
  if ('fault' in batch) throw new ServiceError('bad_request', { message: batch.fault });
  return batch.cves;
}
