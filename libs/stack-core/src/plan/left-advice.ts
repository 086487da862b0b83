import { asClause } from '@stackcheck/contract/wording';
import { NAME_DISTRO } from '../check/package-place';
import { oneOf } from '../check/one-of';
import type { StackParts } from '../check/parts';
import type { Reason, ReasonCode } from '../check/reason';
import type { Move } from './move';

/**
 * What would do about a reason that stands after the steps of a plan.
 * @param later a step beyond the ten that are shown, where one clears it
 */
export function adviceOn(reason: Reason, parts: StackParts, later?: Move): string {
  if (later !== undefined) return `a further step clears it: move ${later.name} to ${later.to}`;
  return ADVICE[reason.code](reason, parts);
}

const ASK_AGAIN = 'ask again when the whole dataset is at hand';

function onVulnerability(reason: Reason, parts: StackParts): string {
  if (reason.ref.startsWith('items/')) return onItemPackages(reason, parts);
  return reason.ref.startsWith('cves/') ? onCve(reason, parts) : onPackage(reason, parts);
}

/** What an item is published as moves with it. */
function onItemPackages({ ref }: Reason, { items }: StackParts): string {
  const against = (items?.results[indexOf(ref)]?.packages ?? []).flatMap((found) =>
    found.checked && found.vulnerable ? [found] : [],
  );
  if (against.some(({ complete }) => !complete)) return ASK_AGAIN;
  const safe = against.map(({ name, minimum_safe }) =>
    minimum_safe === null ? [] : [`${name} is safe from ${minimum_safe}`],
  );
  if (safe.some((said) => said.length === 0)) return REPLACE;
  return `move to a release that nothing is known against: ${safe.flat().slice(0, NAMED_MAX).join(', ')}`;
}

const NAMED_MAX = 3;

function onCve({ ref }: Reason, { cves }: StackParts): string {
  const result = cves?.results[indexOf(ref)];
  const products = result?.listed ? `${result.entry.vendor} ${result.entry.product}` : 'what it is a vulnerability of';
  return `look for ${products} in what you run, and send it as an item, image or package to hear where to move to`;
}

function onPackage({ ref, key }: Reason, { packages }: StackParts): string {
  const result = packages?.results[indexOf(ref)];
  if (result?.checked !== true) return REPLACE;
  if (!result.complete) return ASK_AGAIN;
  if (result.malware) return 'remove it';
  const { best, minimum_safe: safe } = result;
  if (key.endsWith(':unfixed')) return REPLACE;
  if (safe !== null) return `${safe} clears it, and ${NO_MILDER}`;
  if (best === null) return REPLACE;
  if (best.adds.length === 0) return `${best.version} clears ${best.clears_count} of them, and ${NO_MILDER}`;
  return `${REPLACE}; ${best.version} clears ${best.clears_count} and brings ${best.adds.length} others`;
}

const NO_MILDER =
  'brings something that is no milder, such as a release cycle that has ended: weigh both, or replace the package';

const REPLACE =
  'no version is known that clears it: replace or remove the package, or make sure that what it concerns is not used';

function onUnresolved({ ref }: Reason, { packages }: StackParts): string {
  if (ref.startsWith('items/')) return ASK_AGAIN;
  const result = packages?.results[indexOf(ref)];
  if (result === undefined || result.checked) return ASK_AGAIN;
  switch (result.reason) {
    case 'invalid_purl':
      return 'write it as a package URL, such as pkg:npm/lodash@4.17.21';
    case 'no_version':
      return 'name its version';
    case 'invalid_version':
      return 'name one version, no range or tag';
    case 'unsupported_type':
      return 'no advisories of such packages are known here: look at those of its maker';
    case 'no_data':
      return result.advice === undefined
        ? ASK_AGAIN
        : `${asClause(result.advice)}, or look at the advisories of its maker`;
  }
}

function onItem({ ref }: Reason, { items }: StackParts): string {
  const result = items?.results[indexOf(ref)];
  const [meant] = result === undefined || result.found ? [] : result.suggestions;
  if (meant === undefined) return 'name the product as GET /v1/eol/products lists it';
  return `name it as it is listed: ${oneOf(result?.found === false ? result.suggestions : [])}`;
}

function onImage({ ref }: Reason, { images }: StackParts): string {
  const result = images?.results[indexOf(ref)];
  const suggestions = result === undefined || result.found ? [] : result.suggestions;
  // A cycle as suggestion says that the product is known, and its tag names no version.
  const isKnown = suggestions.some((one) => one.includes('@'));
  if (suggestions.length === 0) return 'name an image of a known product, or send what it holds as items';
  return isKnown
    ? `choose a tag that names the version, or send it as an item: ${oneOf(suggestions)}`
    : `name it as it is listed: ${oneOf(suggestions)}`;
}

function onCycle(reason: Reason, parts: StackParts): string {
  return reason.ref.startsWith('packages/') ? onPackageCycle(reason, parts) : onSentCycle(reason, parts);
}

/** A version of a newer cycle that is known by name and makes nothing worse is a step. */
function onPackageCycle({ ref }: Reason, { packages }: StackParts): string {
  const lifecycle = packages?.results[indexOf(ref)]?.lifecycle ?? null;
  const nearest = lifecycle !== null && 'upgrade' in lifecycle ? (lifecycle.upgrade?.nearest ?? null) : null;
  return nearest === null
    ? 'replace it, or see whether longer support is sold'
    : `look for a version of cycle ${nearest.cycle}: none that makes nothing worse is known here`;
}

function onSentCycle({ ref, id }: Reason, { items, images }: StackParts): string {
  const index = indexOf(ref);
  const image = images?.results[index];
  const item = items?.results[index];
  const parts = ref.startsWith('images/') ? (image?.found ? image.components : []) : item?.found ? [item] : [];
  const part = parts.find(({ resolved, match }) => `${resolved}@${match?.cycle}` === id);
  const { nearest = null } = part?.upgrade ?? {};
  if (nearest !== null && ref.startsWith('images/')) return `choose a tag that holds ${part?.label} ${nearest.cycle}`;
  if (nearest !== null) return `move to a release of ${nearest.cycle}`;
  const why = ref.startsWith('images/') && image?.found ? image.upgrade?.why : undefined;
  if (why !== undefined) return why;
  const extended = part?.match?.extended_support_until;
  const paid =
    typeof extended === 'string' ? `, or see whether its extended support, until ${extended}, is open to you` : '';
  return `no newer cycle that lasts longer is known: replace it${paid}`;
}

function indexOf(ref: Reason['ref']): number {
  return Number(ref.slice(ref.indexOf('/') + 1));
}

/** What is advised on a reason, by its code. */
const ADVICE: Readonly<Record<ReasonCode, (reason: Reason, parts: StackParts) => string>> = {
  malware: () => 'remove it',
  kev: onVulnerability,
  epss: onVulnerability,
  vulnerable: onVulnerability,
  eol: onCycle,
  kev_unknown: () => ASK_AGAIN,
  epss_unknown: () => ASK_AGAIN,
  distro_unknown: () => NAME_DISTRO,
  unscored: onVulnerability,
  unresolved_package: onUnresolved,
  incomplete_data: () => ASK_AGAIN,
  unlisted_package: () => 'make sure that it is spelt as meant and that it exists',
  unknown_image: onImage,
  unknown_image_part: () => 'choose a tag that names a known version, or send what it holds as an item',
  unknown_item: onItem,
  lifecycle_unknown: ({ key }) => (key.endsWith(':stack') ? ASK_AGAIN : 'send the product and its version as an item'),
  vulnerable_below: onVulnerability,
  eol_soon: onCycle,
  unpinned: () => 'choose a tag that names the version',
  unknown_release: ({ key }) =>
    key.endsWith(':pre_release')
      ? 'move to a release of it'
      : 'name a release of it to have its vulnerabilities looked up',
  security_only: () => 'nothing has to be done yet',
};
