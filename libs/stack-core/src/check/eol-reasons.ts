import { asClause } from '@stackcheck/contract/wording';
import type { EolCycle } from '@stackcheck/eol-core';
import type { Upgrade } from '@stackcheck/eol-core/upgrades';
import type { Policy } from '../policy';
import type { StackRef } from '../stack';
import { inDays, onDay } from './as-of';
import { shortened } from './component';
import type { ImagePartResult, ImageResult, ItemResult } from './parts';
import { oneOf } from './one-of';
import { isPreRelease } from './pre-release';
import { levelOfDoubt, levelOfFact, type FoundReason } from './reason';
import { isEndingSoon } from './upgrade';

/** What is to be said against an item. */
export function itemReasons(result: ItemResult, policy: Policy): readonly FoundReason[] {
  return supportReasons(result, `items/${result.index}`, policy);
}

/** The same of what stands at another place, such as a package that is a product. */
export function supportReasons(result: ItemResult, ref: StackRef, policy: Policy): readonly FoundReason[] {
  if (!result.found) {
    const what = result.reason === 'unknown_product' ? 'the product' : `this version of ${result.resolved}`;
    return [
      {
        level: levelOfDoubt(policy, 'eol'),
        code: 'unknown_item',
        ref,
        id: `${result.product}@${result.version}`,
        subject: result.reason === 'unknown_product' ? result.product : result.resolved,
        text: `${shortened(`${result.product} ${result.version}`)}: ${what} is not known, so nothing is known about its support${meant(result)}`,
      },
    ];
  }
  const component = `${result.label} ${result.match.cycle}`;
  const { resolved: product, match, upgrade } = result;
  const place = { product, subject: product, component, ref };
  return [...cycleReasons(place, match, upgrade, policy), ...preReleaseReason(place, result.version, match)];
}

/** That a pre-release of a cycle has none of its support. Of one that has ended, that is said already. */
function preReleaseReason(
  { product, subject, aspect, component, ref }: CyclePlace,
  version: string | null,
  { cycle, status }: EolCycle,
): readonly FoundReason[] {
  if (version === null || status === 'eol' || !isPreRelease(version, cycle)) return [];
  const text = `${component}: ${shortened(version)} is a pre-release, which is not supported as its releases are; move to a release of ${cycle}`;
  const of = aspect === undefined ? 'pre_release' : `${aspect}:pre_release`;
  return [{ level: 'warn', code: 'unknown_release', ref, id: `${product}@${version}`, subject, aspect: of, text }];
}

/** All names that may have been meant: of a word that is said of several products the first is no better than the others. */
function meant({ reason, suggestions }: Extract<ItemResult, { readonly found: false }>): string {
  if (suggestions.length === 0) return '';
  return reason === 'unknown_product' ? `; did you mean ${oneOf(suggestions)}?` : `; the closest is ${suggestions[0]}`;
}

/** What is to be said against an image and its parts. */
export function imageReasons(result: ImageResult, policy: Policy): readonly FoundReason[] {
  const ref: StackRef = `images/${result.index}`;
  if (!result.found) {
    return [
      {
        level: levelOfDoubt(policy, 'eol'),
        code: 'unknown_image',
        ref,
        id: result.image,
        text: `${shortened(result.image)}: ${asClause(result.message)}`,
      },
    ];
  }
  const place: ImagePlace = { ref, image: result.image, subject: imageSubject(result) };
  return result.components.flatMap((part) => partReasons(part, place, policy));
}

/** Of which image is spoken. */
interface ImagePlace {
  readonly ref: StackRef;
  /** As sent. */
  readonly image: string;
  /** Its repository: an image in whatever version. */
  readonly subject: string;
}

function imageSubject({ registry, repository }: Extract<ImageResult, { readonly found: true }>): string {
  return registry === DEFAULT_REGISTRY ? repository : `${registry}/${repository}`;
}

const DEFAULT_REGISTRY = 'docker.io';

function partReasons(part: ImagePartResult, place: ImagePlace, policy: Policy): readonly FoundReason[] {
  const { ref, image, subject } = place;
  const { role, resolved, label, match, upgrade } = part;
  if (match === undefined || resolved === undefined) return [openPart(part, place, policy)];
  const cycle = part.older_than_listed
    ? `${part.version ?? ''}, older than the oldest listed cycle of its line, ${match.cycle}`
    : match.cycle;
  const component = `${shortened(image)} (${label ?? resolved} ${cycle})`;
  const cyclePlace = { product: resolved, subject, aspect: resolved, component, ref };
  const reasons = [
    ...cycleReasons(cyclePlace, match, upgrade, policy),
    ...preReleaseReason(cyclePlace, part.version, match),
  ];
  if (!part.floating) return reasons;
  const text = `${shortened(image)}: the tag does not say which cycle of ${resolved} it holds (${ROLE_NAMES[role]}); ${onDay(policy)} it is ${match.cycle}`;
  return [...reasons, { level: 'warn', code: 'unpinned', ref, id: image, subject, aspect: resolved, text }];
}

/** A part without a cycle: the tag merely leaves out its version, or what it says is not known. */
function openPart(
  { role, product, version, reason }: ImagePartResult,
  { ref, image, subject }: ImagePlace,
  policy: Policy,
): FoundReason {
  const aspect = product ?? role;
  // A tag that names a runtime and no product of ours names a JDK without its vendor.
  const name = product ?? (role === 'runtime' ? 'Java' : null);
  if (role !== 'image' && reason === 'no_version') {
    const text = `${shortened(image)}: the tag names ${name ?? 'no product'} without a version (${ROLE_NAMES[role]}), so its support is not known; pin it`;
    return { level: 'warn', code: 'unpinned', ref, id: image, subject, aspect, text };
  }
  const level = levelOfDoubt(policy, 'eol');
  const what = [name, version].filter((word) => word !== null).join(' ');
  const because =
    product === null && role === 'runtime'
      ? 'the tag names no vendor of it that is listed'
      : reason && OPEN_BECAUSE[reason];
  const why = because === undefined ? '' : `: ${because}`;
  const text = `${shortened(image)}: no cycle is known of the ${ROLE_NAMES[role]}${what === '' ? '' : ` (${shortened(what)})`}${why}`;
  return { level, code: 'unknown_image_part', ref, id: image, subject, aspect, text };
}

const ROLE_NAMES: Readonly<Record<ImagePartResult['role'], string>> = {
  image: 'product',
  runtime: 'runtime',
  base_os: 'base system',
};

const OPEN_BECAUSE: Readonly<Record<NonNullable<ImagePartResult['reason']>, string>> = {
  unknown_image: 'the repository is not known',
  unknown_product: 'the product is not in this dataset',
  unknown_version: 'no listed cycle holds this version',
  no_version: 'the tag names no version',
  digest_only: 'a digest names no version; send the tag too',
};

/** Whose cycle is spoken of. */
interface CyclePlace {
  readonly product: string;
  /** As of a reason (`FoundReason`). */
  readonly subject: string;
  readonly aspect?: string;
  /** What each sentence begins with. */
  readonly component: string;
  readonly ref: StackRef;
}

function cycleReasons(
  { product, component, ...place }: CyclePlace,
  match: EolCycle,
  upgrade: Upgrade | undefined,
  policy: Policy,
): readonly FoundReason[] {
  const id = `${product}@${match.cycle}`;
  const advice = adviceText(upgrade, policy);
  if (match.status === 'eol') {
    const since = match.eol === null ? '' : ` since ${match.eol}`;
    const fact = `past its end of life${since}`;
    const text = `${component}: ${fact}${advice}`;
    return [{ level: levelOfFact(policy, 'eol'), code: 'eol', ...place, id, fact, due: match.eol, text }];
  }
  const limited =
    match.status === 'security-only' ? [Object.assign({}, place, securityOnly(component, match, id))] : [];
  if (!isEndingSoon(match, policy)) return limited;
  const fact = `end of life on ${match.eol}, ${inDays(match.days_until_eol ?? 0, policy)}`;
  const text = `${component}: ${fact}${advice}`;
  return [{ level: 'warn', code: 'eol_soon', ...place, id, fact, due: match.eol, text }, ...limited];
}

/** That a cycle gets no more than security fixes: nothing against it yet, and good to know before it ends. */
function securityOnly(component: string, { eol }: EolCycle, id: string) {
  const until = eol === null ? ', and no day is known on which they end' : ` until its end of life on ${eol}`;
  return { level: 'info', code: 'security_only', id, text: `${component}: gets only security fixes${until}` } as const;
}

/** Where nothing lasts beyond the days of the policy, the sentence says when what is advised ends. */
function adviceText(upgrade: Upgrade | undefined, policy: Policy): string {
  const { nearest = null, newest = null, complete = true } = upgrade ?? {};
  if (nearest === null) return '';
  const more = newest === null || newest.cycle === nearest.cycle || !complete ? '' : ` (newest: ${newest.cycle})`;
  const until = isEndingSoon(nearest, policy) ? `, which ends on ${nearest.eol}` : '';
  return `; move to ${nearest.cycle}${until}${more}`;
}
