import { LIMITS, ServiceError } from '@stackcheck/contract';
import { weighBatch, type WeightSource } from '@stackcheck/osv-core/judging';

/**
 * Refuses a batch of purls that has more to be judged than any that could be sent today, by the sum of its candidate
 * advisories, before any is read. One package may be asked about whatever it has.
 * @throws ServiceError `too_many_items`
 */
export function requireWithinBudget(source: WeightSource, purls: readonly string[]): void {
  const { advisories, heaviest } = weighBatch(source, purls);
  if (advisories <= LIMITS.advisoriesJudgedMax || advisories === heaviest) return;
  throw new ServiceError('too_many_items', {
    message: `these packages have ${advisories} advisories together; at most ${LIMITS.advisoriesJudgedMax} are judged for one request, each package counted once. Ask about those with the most by themselves`,
  });
}
