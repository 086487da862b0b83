import type { NoLifecycleReason, PackageLifecycle } from '@stackcheck/eol-core/packages';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import { componentOf, shortened, subjectOf } from './component';
import { supportReasons } from './eol-reasons';
import type { ItemResult, PackageResult, StackParts } from './parts';
import { levelOfDoubt, type FoundReason } from './reason';

/** What is to be said against a package as the product that it is: the same as against an item of that product and version. */
export function lifecycleReasons(
  result: PackageResult,
  policy: Policy,
  versionOf: StackParts['versionOf'],
): readonly FoundReason[] {
  const { index, lifecycle, purl } = result;
  if (lifecycle === null) return [];
  const ref: StackRef = `packages/${index}`;
  const item = itemOf(lifecycle, index, result.checked ? result.version : versionOf(purl));
  if (item !== undefined) return supportReasons(item, ref, policy);
  const { products } = lifecycle as Extract<PackageLifecycle, { readonly products: readonly string[] }>;
  const text = `${nameOf(result)}: it may be ${products.join(' or ')}, which its name does not say, so nothing is known about its support`;
  const subject = result.checked ? subjectOf(result) : purl;
  return [{ level: levelOfDoubt(policy, 'eol'), code: 'lifecycle_unknown', ref, id: purl, subject, text }];
}

/** That of packages it is not known whether they are products: said of the first, once. */
export function noLifecycleReason({ packages }: StackParts, policy: Policy): readonly FoundReason[] {
  const first = packages?.results.find(({ lifecycle_reason: reason }) => reason !== undefined);
  if (first?.lifecycle_reason === undefined) return [];
  const text = `${nameOf(first)}: whether it is past its end of life is not known: ${WHY[first.lifecycle_reason]}`;
  const ref: StackRef = `packages/${first.index}`;
  const level = levelOfDoubt(policy, 'eol');
  return [{ level, code: 'lifecycle_unknown', ref, id: first.purl, subject: 'stack', text }];
}

const WHY: Readonly<Record<NoLifecycleReason, string>> = {
  no_data: 'no end-of-life data are available now',
  no_identifiers: 'the end-of-life data loaded now do not say which packages are products',
  incomplete_data: 'only a selection of the end-of-life data is loaded',
};

/** The answer about an item of the same product and version; undefined where the product is not known. */
function itemOf(lifecycle: PackageLifecycle, index: number, version: string): ItemResult | undefined {
  const { product, label } = lifecycle;
  if (product === null || label === null) return undefined;
  const item = { index, product, version, resolved: product, label };
  if (lifecycle.status === 'unknown') {
    return { found: false, reason: 'unknown_version', suggestions: lifecycle.suggestions, ...item };
  }
  const { upgrade, ...match } = lifecycle;
  return { found: true, match, ...item, ...(upgrade === undefined ? {} : { upgrade }) };
}

function nameOf(result: PackageResult): string {
  return result.checked ? componentOf(result) : shortened(result.purl);
}
