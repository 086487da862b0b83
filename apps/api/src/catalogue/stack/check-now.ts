import { ServiceError } from '@stackcheck/contract';
import { suggestProducts } from '@stackcheck/eol-core/suggestions';
import { checkStackInSteps, type Stack, type StackCheck } from '@stackcheck/stack-core';
import type { AskableDataset, RouteDeps } from '../define-route';
import { inSelection } from '../in-selection';
import { costOfPurls } from '../osv/batch-cost';
import { whyUnchecked } from '../osv/is-checkable';
import { whyNoneCheckable } from '../osv/none-checkable';
import { requireWithinBudget } from '../osv/within-budget';
import { stackMeta, type StackMeta } from './stack-meta';

/** A check against the snapshots of the request. */
export interface CheckedStack {
  readonly check: StackCheck;
  readonly meta: StackMeta;
  /** The datasets that it is from. */
  readonly datasets: readonly AskableDataset[];
}

/**
 * Checks a stack. Only the datasets of lists that are not empty must be there; the catalogue of exploited vulnerabilities is
 * joined to packages where it can be sold, and its absence is told by the verdict.
 * @param isBounded false for what is watched already, which stays answerable however many advisories its packages come to have
 * @throws ServiceError `dataset_unavailable`, `stale_data` or `too_many_items`
 */
export async function checkNow(stack: Stack, deps: RouteDeps, isBounded = true): Promise<CheckedStack> {
  const hasCycles = stack.items.length + stack.images.length > 0;
  const eol = hasCycles ? deps.data('eol') : undefined;
  const osv = stack.packages.length > 0 ? deps.data('osv') : undefined;
  const kev = stack.cves.length > 0 ? deps.data('kev') : osv && deps.peek('kev');
  if (osv && isBounded) requireWithinBudget(osv.index, stack.packages);
  const steps = checkStackInSteps(
    stack,
    {
      eol: eol && { index: eol.index.products, images: eol.index.images, complete: eol.index.complete },
      kev: kev?.index,
      osv: osv?.index,
    },
    deps.today,
  );
  const check = await deps.runSliced(steps, costOfStack(stack, deps));
  const metas = {
    ...(eol ? { eol: deps.metaOf('eol', stack.images.length > 0 ? 'image' : undefined) } : {}),
    ...(kev ? { kev: deps.metaOf('kev') } : {}),
    ...(osv ? { osv: deps.metaOf('osv') } : {}),
  };
  return { check, meta: stackMeta(metas, deps), datasets: Object.keys(metas) as AskableDataset[] };
}

/** Milliseconds of processor time for an image, most of it the search for what an unknown one may have been meant to be. */
const IMAGE_MS = 0.05;

/** About how many milliseconds a check of these lists takes; the other lists take less than one. */
export function costOfStack({ images, packages }: Pick<Stack, 'images' | 'packages'>, deps: RouteDeps): number {
  const osv = packages.length === 0 ? undefined : deps.peek('osv');
  return images.length * IMAGE_MS + (osv === undefined ? 0 : costOfPurls(osv.index, packages));
}

/**
 * Refuses texts that name no image, as the image route does: they are the caller's to correct.
 * @param isNew which of the images were just sent
 * @throws ServiceError `bad_request` naming the place
 */
export function requireImages({ images }: StackCheck, isNew: (index: number) => boolean = () => true): void {
  for (const result of images?.results ?? []) {
    if (result.found || result.reason !== 'invalid_image' || !isNew(result.index)) continue;
    throw new ServiceError('bad_request', { message: `images[${result.index}]: ${result.message}` });
  }
}

/** The 404 of a stack of which nothing is known, with why its packages cannot be checked, and what a selection may lack. */
export function nothingKnown(stack: Stack, deps: RouteDeps): ServiceError {
  const isAlone = stack.items.length + stack.images.length + stack.packages.length === 1;
  const suggestions = isAlone ? suggestionsFor(stack, deps) : [];
  const said = 'no entry of any list is known';
  const hasCycles = stack.items.length + stack.images.length > 0;
  const message = hasCycles ? inSelection(deps.data('eol').manifest, said) : said;
  const packages = stack.packages.length > 0 ? `; ${whyNoPackage(stack.packages, deps)}` : '';
  return new ServiceError('unknown_id', { message: message + packages, suggestions });
}

/** A package that a selection lists is not checked either, unless something is found against it. */
function whyNoPackage(packages: readonly string[], deps: RouteDeps): string {
  const osv = deps.data('osv');
  const entries = packages.map((purl) => ({ purl, reason: whyUnchecked(osv.index, purl) ?? ('no_data' as const) }));
  return whyNoneCheckable('packages', entries, osv);
}

function suggestionsFor({ items: [item], images: [image] }: Stack, { data, today }: RouteDeps): readonly string[] {
  if (item) return suggestProducts(data('eol').index.products, item.product);
  return image === undefined ? [] : data('eol').index.images.suggest(image, today);
}
