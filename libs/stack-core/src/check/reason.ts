import type { Policy, Failure } from '../policy';
import type { StackRef } from '../stack';

/** How bad a reason is, worst first. `unknown` is doubt about something that could fail. */
export const LEVELS = ['fail', 'unknown', 'warn'] as const;

/** One level. */
export type Level = (typeof LEVELS)[number];

/**
 * Every code of a reason, worst first. The first five fail when the policy says so; `vulnerable_below` and `eol_soon` only
 * warn, as does `unpinned` (a tag that may mean something else tomorrow); the others are doubt.
 */
export const REASON_CODES = [
  'malware',
  'kev',
  'epss',
  'vulnerable',
  'eol',
  'kev_unknown',
  'epss_unknown',
  'distro_unknown',
  'unscored',
  'unresolved_package',
  'incomplete_data',
  'unlisted_package',
  'unknown_image',
  'unknown_image_part',
  'unknown_item',
  'vulnerable_below',
  'eol_soon',
  'unpinned',
] as const;

/** One code. */
export type ReasonCode = (typeof REASON_CODES)[number];

/** Why a verdict is not `pass`, in wire names. */
export interface Reason {
  readonly level: Level;
  readonly code: ReasonCode;
  readonly ref: StackRef;
  /** What it is about: a CVE, an advisory, `product@cycle`, or the entry as sent. */
  readonly id: string;
  /** One sentence that begins with the component that it is about: `log4j-core 2.14.1: …`. */
  readonly text: string;
}

/** What was found to be so fails when the policy names one of its kinds, and warns otherwise. */
export function levelOfFact(policy: Policy, ...kinds: readonly Failure[]): Level {
  return kinds.some((kind) => policy.fail_on.includes(kind)) ? 'fail' : 'warn';
}

/** Doubt about what could fail is `unknown`; doubt about what could only warn is a warning. It is never nothing. */
export function levelOfDoubt(policy: Policy, ...kinds: readonly Failure[]): Level {
  return kinds.some((kind) => policy.fail_on.includes(kind)) ? 'unknown' : 'warn';
}
