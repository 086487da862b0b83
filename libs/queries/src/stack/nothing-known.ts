import { ServiceError } from '@stackcheck/contract';
import { nameSent } from '@stackcheck/contract/wording';
import { mergeSuggestions } from '@stackcheck/eol-core/suggestions';
import { readPackage, type UncheckedReason } from '@stackcheck/osv-core';
import type { Stack } from '@stackcheck/stack-core';
import { dayOf } from '@stackcheck/stack-core/policy';
import { suggestionsOf } from '../eol/check';
import { inSelection } from '../query/in-selection';
import { whyNoneCheckable } from '../osv/none-checkable';
import { whyUnchecked } from '../osv/why-unchecked';
import type { QueryDeps } from '../query/query';

/**
 * The 404 of a stack of which nothing is known, with why its packages cannot be checked, and what a selection may lack. Package
 * URLs alone of which none can be read are a 400, as where packages are checked without a stack.
 */
export function nothingKnown(stack: Stack, deps: QueryDeps): ServiceError {
  if (isUnreadable(stack)) return new ServiceError('bad_request', { message: whyNoPackage(stack.packages, deps) });
  const said = 'no entry of any list is known';
  const hasCycles = stack.items.length + stack.images.length > 0;
  const message = hasCycles ? inSelection(deps.data('eol').manifest, said) : said;
  const packages = stack.packages.length > 0 ? `; ${whyNoPackage(stack.packages, deps)}` : '';
  const suggestions = hasCycles ? mergeSuggestions(suggestionsFor(stack, deps)) : [];
  return new ServiceError('unknown_id', { message: message + packages, suggestions });
}

function isUnreadable({ items, images, cves, packages }: Stack): boolean {
  return items.length + images.length + cves.length === 0 && packages.every((purl) => unreadFault(purl) !== null);
}

/** Why a purl says nothing; a version that no advisory lists is none. */
function unreadFault(purl: string): UncheckedReason | null {
  const query = readPackage(purl);
  if (!query.ok) return query.reason;
  return query.listedOnly === true ? 'invalid_version' : null;
}

/** A package that a selection lists is not checked either, unless something is found against it. */
function whyNoPackage(packages: readonly string[], deps: QueryDeps): string {
  const osv = deps.data('osv');
  const entries = packages.map((purl) => ({
    purl,
    reason: whyUnchecked(osv.index, purl) ?? unreadFault(purl) ?? ('no_data' as const),
  }));
  return whyNoneCheckable(nameSent(packages, 'packages'), entries, osv);
}

function* suggestionsFor({ items, images, policy }: Stack, { data, today }: QueryDeps): Generator<readonly string[]> {
  const { index } = data('eol');
  yield* suggestionsOf(items, index);
  for (const image of images) {
    const outcome = index.images.check(image, dayOf(policy, today));
    if (outcome.kind === 'unknown') yield outcome.suggestions;
  }
}
