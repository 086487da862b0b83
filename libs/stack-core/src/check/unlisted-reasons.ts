import { asClause } from '@stackcheck/contract/wording';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import { shortened } from './component';
import { said, type PackagePlace } from './package-place';
import type { PackageFinding } from './parts';
import { levelOfDoubt, type Level, type FoundReason } from './reason';

type Checked = Extract<PackageFinding, { readonly checked: true }>;
type Unchecked = Extract<PackageFinding, { readonly checked: false }>;

const NOT_CHECKED: Readonly<Record<Unchecked['reason'], string>> = {
  invalid_purl: 'it is no package URL that can be read',
  unsupported_type: 'packages of its type are not covered',
  no_version: 'it names no version',
  invalid_version: 'its version is none of its ecosystem',
  no_data: 'there are no data about it',
};

/** Of a package that was not checked nothing is known. */
export function uncheckedReason(
  { purl, reason, similar = [], advice }: Unchecked,
  ref: StackRef,
  policy: Policy,
): FoundReason {
  const why = advice === undefined ? NOT_CHECKED[reason] : asClause(advice);
  const text = `${shortened(purl)}: it was not checked: ${why}${meant(similar)}`;
  return {
    level: levelOfDoubt(policy, 'vulnerable', 'malware', 'kev', 'epss'),
    code: 'unresolved_package',
    ref,
    id: purl,
    text,
  };
}

/**
 * What is to be said of a package that no advisory names. It may be one without any, or a slip of the keyboard: without a word
 * of the policy it is a warning where a listed name is one edit away.
 */
export function unlistedReasons(
  { purl, similar }: Checked,
  place: PackagePlace,
  { unlisted }: Policy,
): readonly FoundReason[] {
  const level = levelOf(unlisted, similar);
  if (level === undefined) return [];
  const fact = `no advisory names this package, so nothing is known of it`;
  return [{ level, code: 'unlisted_package', id: purl, ...said(place, fact, meant(similar)) }];
}

function levelOf(unlisted: Policy['unlisted'], similar: readonly string[]): Level | undefined {
  if (unlisted === undefined) return similar.length === 0 ? undefined : 'warn';
  return unlisted === 'ignore' ? undefined : unlisted;
}

function meant(similar: readonly string[]): string {
  return similar.length === 0
    ? ''
    : `; check the spelling: ${similar.join(', ')} ${similar.length === 1 ? 'is' : 'are'} listed`;
}
