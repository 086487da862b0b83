import { ServiceError } from '@stackcheck/contract';
import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import { checkStackInSteps, type Stack, type StackCheck, type UnplannedCheck } from '@stackcheck/stack-core';
import { packageChecks } from '@stackcheck/stack-core/packages';
import { checkAndPlanInSteps, type PlanSources } from '@stackcheck/stack-core/plan';
import type { StackLists } from '@stackcheck/stack-core/watch';
import { costOfItems } from '../eol/check';
import { costOfPurls } from '../osv/batch-cost';
import { requireWithinBudget } from '../osv/within-budget';
import type { AsOfInput } from '../query/as-of';
import type { QueryDeps } from '../query/query';
import { purlsIn, snapshotsFor, type StackSnapshots } from './stack-parts';

/**
 * Checks a stack in steps, with what to do about it.
 * @param isBounded false for what is watched already, which stays answerable however many advisories its packages come to have
 * @throws ServiceError `dataset_unavailable`, `stale_data` or `too_many_items`
 */
export function checkSteps(stack: Stack, deps: QueryDeps, isBounded = true): CooperativeTask<StackCheck> {
  const { eol, osv } = snapshotsFor(stack, deps);
  if (osv && isBounded) requireWithinBudget(osv.index, allPurls(stack, eol));
  return checkAndPlanInSteps(stack, sourcesFor(stack, deps), deps.today);
}

/** The same of what is no longer of interest, of which nothing is to be done: without a plan, and not bounded. */
export function checkLeftSteps(stack: Stack, deps: QueryDeps): CooperativeTask<UnplannedCheck> {
  const { osv, ...sources } = sourcesFor(stack, deps);
  return checkStackInSteps(stack, { osv: osv && packageChecks(osv), ...sources }, deps.today);
}

function sourcesFor(stack: Stack, deps: QueryDeps): PlanSources {
  const { eol, kev, osv, epss } = snapshotsFor(stack, deps);
  return {
    eol: eol && { index: eol.index.products, ...eol.index },
    kev: kev?.index,
    osv: osv?.index,
    epss: epss?.index,
    joinsCves: true,
  };
}

/** Milliseconds of processor time for an image, most of it the search for what an unknown one may have been meant to be. */
const IMAGE_MS = 0.05;

/**
 * About how many milliseconds a check of these lists takes; the other lists take less than one.
 * @param day of the policy: of another day than today, what to move to is computed for each entry
 */
export function costOfStack(
  { items = [], images, packages }: Pick<StackLists, 'images' | 'packages'> & Partial<StackLists>,
  deps: QueryDeps,
  day: AsOfInput = {},
): number {
  const purls = allPurls({ items, packages }, items.length === 0 ? undefined : deps.peek('eol'));
  const osv = purls.length === 0 ? undefined : deps.peek('osv');
  const cyclesMs = costOfItems(day, items.length + images.length + packages.length);
  return cyclesMs + images.length * IMAGE_MS + (osv === undefined ? 0 : costOfPurls(osv.index, purls));
}

/** Every package version that a check looks up, those that items are included. */
export function allPurls(
  { items, packages }: Pick<StackLists, 'items' | 'packages'>,
  eol: StackSnapshots['eol'],
): readonly string[] {
  const ofItems = eol === undefined ? [] : purlsIn(eol.index, items);
  return ofItems.length === 0 ? packages : [...new Set([...packages, ...ofItems])];
}

/**
 * Refuses texts that name no image, as the check of one image does: they are the caller's to correct.
 * @param isNew which of the images were just sent
 * @throws ServiceError `bad_request` naming the place
 */
export function requireImages({ images }: StackCheck, isNew: (index: number) => boolean = () => true): void {
  for (const result of images?.results ?? []) {
    if (result.found || result.reason !== 'invalid_image' || !isNew(result.index)) continue;
    throw new ServiceError('bad_request', { message: `images[${result.index}]: ${result.message}` });
  }
}
