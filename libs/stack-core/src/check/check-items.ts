import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import { checkItems, type CheckItem, type ProductIndex } from '@stackcheck/eol-core';
import type { ImageCatalogue } from '@stackcheck/eol-core/images';
import type { CheckOptions, CheckResult } from '@stackcheck/eol-core/matching';
import type { ProductPackages } from '@stackcheck/eol-core/packages';
import type { UpgradeOptions } from '@stackcheck/eol-core/upgrades';
import { dayOf, type Policy } from '../policy';
import type { StackLists } from '../stack';
import type { ImageResult, ImagesReport, ItemResult, ItemsReport } from './parts';
import { clearDaysOf } from './upgrade';

/** Look-ups of one EOL snapshot. */
export interface EolSource {
  readonly index: ProductIndex;
  readonly images: ImageCatalogue;
  /** Which packages are products; undefined where the snapshot holds no identifiers. */
  readonly packages?: ProductPackages | undefined;
  /** False for a selection, in which a nearer or newer cycle may be missing; true unless said. */
  readonly complete?: boolean;
}

/** Checks the items of a stack on the day of its policy; a cycle that should be left under the policy says where to move to. */
export function checkStackItems(
  eol: EolSource,
  items: StackLists['items'],
  policy: Policy,
  today: CalendarDate,
): ItemsReport {
  return checkItems(eol.index, items, dayOf(policy, today), itemOptions(eol, policy));
}

/** The answer about one item in its place, as `checkStackItems` gives it. */
export function checkStackItem(
  eol: EolSource,
  item: CheckItem,
  index: number,
  policy: Policy,
  today: CalendarDate,
): ItemResult {
  const { results } = checkItems(eol.index, [item], dayOf(policy, today), itemOptions(eol, policy));
  const [result] = results as readonly [CheckResult];
  return { ...result, index };
}

/** Checks the images of a stack on the day of its policy. A text that names no image is a result like one that names an unknown one. */
export function checkStackImages(
  eol: EolSource,
  images: readonly string[],
  policy: Policy,
  today: CalendarDate,
): ImagesReport {
  const results = images.map((image, index) => checkStackImage(eol, image, index, policy, today));
  const matched = results.filter(({ found }) => found).length;
  return { count: results.length, matched, unknown_count: results.length - matched, results };
}

/**
 * The answer about one image in its place, as `checkStackImages` gives it.
 * @param withTargets false leaves out the references that it can be moved to
 */
export function checkStackImage(
  eol: EolSource,
  image: string,
  index: number,
  policy: Policy,
  today: CalendarDate,
  withTargets = true,
): ImageResult {
  const outcome = eol.images.check(image, dayOf(policy, today), { withTargets, ...upgradesUnder(eol, policy) });
  if (outcome.kind === 'found') return { index, found: true, ...outcome.report };
  const { message } = outcome;
  if (outcome.kind === 'fault')
    return { index, image, found: false, reason: 'invalid_image', message, suggestions: [] };
  return { index, image, found: false, reason: 'unknown_image', message, suggestions: outcome.suggestions };
}

function itemOptions(eol: EolSource, policy: Policy): CheckOptions {
  return { packages: eol.packages, ...upgradesUnder(eol, policy) };
}

function upgradesUnder({ complete = true }: EolSource, policy: Policy): UpgradeOptions {
  return { complete, clearDays: clearDaysOf(policy) };
}
