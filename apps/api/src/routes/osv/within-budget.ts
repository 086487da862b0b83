import { ServiceError } from '@stackcheck/contract';
import type { AdvisorySource } from '@stackcheck/osv-core';

/**
 * Advisories that one request may have judged. Most packages have a handful; the kernel of a distribution has ten thousand,
 * which take a second, and fifty versions of it would keep everybody else waiting for the better part of a minute, also the
 * payments that are under way.
 */
export const ADVISORIES_JUDGED_MAX = 20_000;

/**
 * A source for one request, whose questions end at the limit. One package may be asked about whatever it has.
 * @throws ServiceError `too_many_items`, when it is asked
 */
export function withinBudget(source: AdvisorySource): AdvisorySource {
  let judged = 0;
  return {
    covers: (ecosystem) => source.covers(ecosystem),
    advisoriesOf(ecosystem, names) {
      const found = source.advisoriesOf(ecosystem, names);
      if (judged > 0 && found.length > 0 && judged + found.length > ADVISORIES_JUDGED_MAX) throw tooMany();
      judged += found.length;
      return found;
    },
  };
}

function tooMany(): ServiceError {
  return new ServiceError('too_many_items', {
    message: `these packages have more than ${ADVISORIES_JUDGED_MAX} advisories together; ask about those with the most by themselves`,
  });
}
