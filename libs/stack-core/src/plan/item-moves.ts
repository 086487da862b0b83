import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { upgradeCandidates } from '@stackcheck/eol-core/upgrades';
import { checkStackItem, type EolSource } from '../check/check-items';
import { itemReasons } from '../check/eol-reasons';
import { withoutAdvisories } from '../check/item-advisories';
import { itemSecurityReasons } from '../check/item-security-reasons';
import type { ItemResult } from '../check/parts';
import type { Policy } from '../policy';
import type { CycleBurden } from './cycle-burden';
import type { Candidate, PossibleMove } from './move';

type Found = Extract<ItemResult, { readonly found: true }>;

/** What a component of several places is checked with. */
export interface MoveContext {
  readonly eol: EolSource;
  readonly policy: Policy;
  readonly today: CalendarDate;
  readonly burdenOfCycles: CycleBurden;
}

/** The newer cycles of an item's product that are out and have not ended today, smallest step first. */
export function itemMoves(results: readonly Found[], context: MoveContext): readonly PossibleMove[] {
  const { eol, today, burdenOfCycles } = context;
  const [{ resolved, match }] = results as [Found];
  const product = eol.index.get(resolved);
  const cycle = product?.names.get(match.cycle.toLowerCase());
  if (product === undefined || cycle === undefined) return [];
  return upgradeCandidates(product, cycle, today).map((to) => ({
    least: burdenOfCycles([to]),
    candidate: () => candidateAt(to.name, results, context),
  }));
}

/** The items in another cycle, as it would be answered; undefined where it cannot be asked about. */
function candidateAt(
  to: string,
  results: readonly Found[],
  { eol, policy, today }: MoveContext,
): Candidate | undefined {
  const at = ({ product: sent, index }: Found): ItemResult =>
    withoutAdvisories(checkStackItem(eol, { product: sent, version: to }, index, policy, today), eol);
  const first = at(results[0] as Found);
  // A label that is a release has advisories, which are not at hand here.
  if (first.packages_reason === 'no_data') return undefined;
  // A label that a version of another cycle begins with would not be found again.
  if (!first.found || first.match.cycle !== to) return undefined;
  const after = [...itemReasons(first, policy), ...itemSecurityReasons(first, policy)];
  return { to, first, results: () => [first, ...results.slice(1).map(at)], after };
}
