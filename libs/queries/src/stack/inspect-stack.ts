import { ServiceError } from '@stackcheck/contract';
import type { Stack } from '@stackcheck/stack-core';
import { matchItem } from '@stackcheck/eol-core/matching';
import { dayOf } from '@stackcheck/stack-core/policy';
import type { QueryDeps } from '../query/query';
import { whyUnchecked } from '../osv/why-unchecked';
import { requireWithinBudget } from '../osv/within-budget';
import { allPurls } from './check-steps';
import { nothingKnown } from './nothing-known';
import { snapshotsFor } from './stack-parts';

/**
 * What a check of a stack refuses because of its entries, without checking any.
 * @throws ServiceError `unknown_id` where nothing in it is known, or what `inspectEntries` throws
 */
export function inspectStack(stack: Stack, deps: QueryDeps): void {
  if (!inspectEntries(stack, deps)) throw nothingKnown(stack, deps);
}

/**
 * Whether anything in a stack is known; how it stands is not looked at.
 * @param isNewImage which of the images were just sent
 * @param isBounded false where all packages are watched already
 * @throws ServiceError `bad_request` naming the image, `too_many_items`, or what a missing dataset throws
 */
export function inspectEntries(
  stack: Stack,
  deps: QueryDeps,
  isNewImage: (at: number) => boolean = () => true,
  isBounded = true,
): boolean {
  const { items, images, cves, packages, policy } = stack;
  const eol = items.length + images.length > 0 ? deps.data('eol').index : undefined;
  const osv = packages.length > 0 ? deps.data('osv').index : undefined;
  if (cves.length > 0) deps.data('kev');
  if (isBounded) requireBounded(stack, deps);
  const outcomes = images.map((image) => eol!.images.check(image, dayOf(policy, deps.today)));
  outcomes.forEach((outcome, at) => {
    if (outcome.kind !== 'fault' || !isNewImage(at)) return;
    throw new ServiceError('bad_request', { message: `images[${at}]: ${outcome.message}` });
  });
  return (
    cves.length > 0 ||
    outcomes.some(({ kind }) => kind === 'found') ||
    items.some((item) => matchItem(eol!.products, item, eol!.packages).cycle !== undefined) ||
    packages.some((purl) => whyUnchecked(osv!, purl) === null)
  );
}

/** What items are is looked up, too. */
function requireBounded(stack: Stack, deps: QueryDeps): void {
  const { eol, osv } = snapshotsFor(stack, deps);
  if (osv) requireWithinBudget(osv.index, allPurls(stack, eol));
}
