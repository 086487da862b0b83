import { ServiceError } from '@stackcheck/contract';
import { weighBatch, type WeightSource } from '@stackcheck/osv-core';

/**
 * Advisories that one request may have judged. Most packages have a handful; the kernel of a distribution has ten thousand,
 * which take a second, and fifty versions of it would keep everybody else waiting for the better part of a minute, also the
 * payments that are under way.
 */
export const ADVISORIES_JUDGED_MAX = 20_000;

/**
 * Refuses a batch of purls that has too much to be judged, by the sum of its candidate advisories, before any is read. One
 * package may be asked about whatever it has.
 * @throws ServiceError `too_many_items`
 */
export function requireWithinBudget(source: WeightSource, purls: readonly string[]): void {
  const { judgements, heaviest } = weighBatch(source, purls);
  if (judgements > ADVISORIES_JUDGED_MAX && judgements > heaviest) throw tooMany(judgements);
}

function tooMany(count: number): ServiceError {
  return new ServiceError('too_many_items', {
    message: `these packages have ${count} advisories together, of which at most ${ADVISORIES_JUDGED_MAX} are judged; ask about those with the most by themselves`,
  });
}
