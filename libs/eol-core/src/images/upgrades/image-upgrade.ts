import type { ImageReference } from '@stackcheck/image-parser';
import { cycleAtLeast, whyImmovable } from './image-moves';
import type { ImageTarget, ImageTargetPart, ImageUpgrade, NoImageTargetReason } from './image-target';
import { whyNoImageTarget } from './image-upgrade-advice';
import { movedTag, type ImageMover, type MovedTag } from './moved-tag';
import type { CalendarDate, Cycle } from '../../products/product';
import type { AdvisedPart, ImageReader, ReadPart } from '../reading/read-part';
import { withNeededRuntimes } from './runtime-needs';
import { soonestDays, statusOn } from '../../status/status';
import { isEnding } from '../../upgrades/upgrade-targets';
import { toTarget, type Upgrade, type UpgradeTarget } from '../../upgrades/upgrade';

/** An image as it was asked for. */
export interface AskedImage {
  readonly reference: ImageReference;
  /** What stands before the tag, as it was sent. */
  readonly name: () => string;
  readonly parts: readonly AdvisedPart[];
  /** Days of support that a caller demands of every part; never fewer than 180. */
  readonly days: number;
}

/**
 * Where to move to from an image; undefined where none of its parts should be left (`upgradeOf`). `nearest` moves the parts that have
 * ended or are ending, each to its nearest cycle (`cycleAtLeast`); those that get only security fixes move where there are no
 * others. `recommended` moves all parts that should be left, the product and its runtimes to their recommended cycle where there is
 * one and else to the nearest; it is null where none of them has one. `newest` moves all of them to their newest. What need not be
 * left stays, and so does a part that has not ended and has nothing to move to.
 */
export function imageUpgradeOf(asked: AskedImage, reader: ImageMover): ImageUpgrade | undefined {
  const { reference, parts, days } = asked;
  const { today } = reader;
  if (parts.every(({ upgrade }) => upgrade === undefined)) return undefined;
  const complete = parts.every(({ upgrade }) => upgrade === undefined || upgrade.complete);
  const blocked = whyImmovable(reference, parts, reader) ?? whyStuck(parts, today);
  if (blocked !== undefined) return none(blocked, asked, complete, reader);

  const movable = parts.filter(({ part, upgrade }) => part.at !== null && upgrade?.nearest);
  const ending = movable.filter(({ match }) => match !== undefined && isEnding(match.cycle, today, days));
  const urgent = ending.length > 0 ? ending : movable;
  const targetOf = targetsOf(asked, reader);
  const nearest = targetOf((one) => (urgent.includes(one) ? one.upgrade?.nearest : null));
  if (nearest === null) return none('no_tag', asked, complete, reader);
  const recommended = movable.some(recommendedOf)
    ? targetOf((one) => recommendedOf(one) ?? one.upgrade?.nearest)
    : null;
  const newest = targetOf((one) => one.upgrade?.newest);
  return { nearest, recommended, newest, complete };
}

/** None of a base system that another product is on: publishers build on some, which need not be the one supported longest. */
function recommendedOf({ part, upgrade }: AdvisedPart): UpgradeTarget | null {
  return part.role === 'base_os' ? null : (upgrade?.recommended ?? null);
}

/** Why no part can move, or one that has ended cannot. */
function whyStuck(parts: readonly AdvisedPart[], today: CalendarDate): NoImageTargetReason | undefined {
  const reasons = parts.map((one) => (one.upgrade === undefined ? null : whyStays(one, one.upgrade)));
  const ended = reasons.find((reason, at) => typeof reason === 'string' && hasEnded(parts[at]!, today));
  if (ended) return ended;
  const isAnyMoving = reasons.includes(undefined);
  return isAnyMoving ? undefined : (reasons.find((reason) => typeof reason === 'string') ?? undefined);
}

function whyStays({ part }: AdvisedPart, { nearest, reason }: Upgrade): NoImageTargetReason | undefined {
  if (nearest === null) return reason ?? 'no_newer_cycle';
  return part.at === null ? 'not_in_tag' : undefined;
}

function hasEnded({ match }: ReadPart, today: CalendarDate): boolean {
  return match !== undefined && statusOn(match.cycle, today) === 'eol';
}

/** The target of an image with its parts moved by steps of their upgrades; found once where several steps lead to the same cycles. */
function targetsOf(
  asked: AskedImage,
  reader: ImageMover,
): (stepOf: (part: AdvisedPart) => UpgradeTarget | null | undefined) => ImageTarget | null {
  const { parts } = asked;
  const known: { readonly goals: readonly (Cycle | undefined)[]; readonly target: ImageTarget | null }[] = [];
  return (stepOf) => {
    const wanted = parts.map((one) => cycleAtLeast(one, stepOf(one)?.cycle, reader.today));
    const goals = withNeededRuntimes(parts, wanted, reader.today);
    if (!hasAll(goals)) return null;
    const same = known.find((before) => before.goals.every((cycle, at) => cycle === goals[at]));
    if (same !== undefined) return same.target;
    const target = targetAt(goals, asked, reader);
    known.push({ goals, target });
    return target;
  };
}

function targetAt(
  goals: readonly (Cycle | undefined)[],
  { reference, name, parts }: AskedImage,
  reader: ImageMover,
): ImageTarget | null {
  const moved = movedTag(reference, parts, goals, reader);
  if (moved === undefined) return null;
  const { tag, status, days_until_eol, components } = moved;
  return { image: `${name()}:${tag}`, looked_up: false, status, days_until_eol, components };
}

/** A tag that images may be moved to, with what is said of it on a day. */
export function movedTagOf(tag: string, parts: readonly ReadPart[], today: CalendarDate): MovedTag {
  const components = parts.flatMap((one) => targetPart(one, today));
  // No part has ended.
  const isSecurityOnly = components.some(({ status }) => status === 'security-only');
  const status = isSecurityOnly ? 'security-only' : parts[0]?.match === undefined ? 'unknown' : 'supported';
  const days_until_eol = soonestDays(components);
  return { tag, parts, status, days_until_eol, components };
}

function hasAll<T>(list: readonly (T | null)[]): list is readonly T[] {
  return !list.includes(null);
}

function targetPart({ part, product, match }: ReadPart, today: CalendarDate): readonly ImageTargetPart[] {
  if (product === undefined || match === undefined) return [];
  return [{ role: part.role, product: product.product.id, ...toTarget(match.cycle, today) }];
}

function none(
  reason: NoImageTargetReason,
  { reference, parts }: AskedImage,
  complete: boolean,
  { listed }: ImageReader,
): ImageUpgrade {
  const why = whyNoImageTarget(reason, reference, parts, listed);
  return { nearest: null, recommended: null, newest: null, reason, why, complete };
}
