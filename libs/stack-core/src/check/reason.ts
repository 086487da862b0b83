import type { CalendarDate } from '@stackcheck/contract/calendar-date';
import type { Severity } from '@stackcheck/osv-core';
import type { Policy, Failure } from '../policy';
import type { StackRef } from '../stack';

/** How bad a reason is, worst first. `unknown` is doubt about something that could fail; `info` leaves the verdict as it is. */
export const LEVELS = ['fail', 'unknown', 'warn', 'info'] as const;

/** One level. */
export type Level = (typeof LEVELS)[number];

/**
 * Every code of a reason, worst first. The first five fail when the policy says so; `vulnerable_below` and `eol_soon` only
 * warn, as does `unpinned` (a tag that may mean something else tomorrow); `security_only` only informs, as does `unknown_release`
 * where an item names a cycle; of a pre-release it warns; the others are doubt.
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
  'lifecycle_unknown',
  'vulnerable_below',
  'eol_soon',
  'unpinned',
  'security_only',
  'unknown_release',
] as const;

/** One code. */
export type ReasonCode = (typeof REASON_CODES)[number];

/** What is to be said of a stack, in wire names: why its verdict is not `pass`, or what is good to know though it is. */
export interface Reason {
  readonly level: Level;
  readonly code: ReasonCode;
  /**
   * What is said of which component, in whatever version that is: the same before and after a move, and from one check to the
   * next. Two versions of a component in one stack have the same keys.
   */
  readonly key: string;
  /** The first place where it stands. */
  readonly ref: StackRef;
  /** Every place where it stands, each once and in order; `ref` is the first. */
  readonly refs: readonly StackRef[];
  /** What it is about: a CVE, an advisory, `product@cycle`, or the entry as sent. */
  readonly id: string;
  /** One sentence that begins with the component that it is about: `log4j-core 2.14.1: …`. */
  readonly text: string;
}

/** A reason at one place, before equal ones are one, with what a plan goes by and no answer shows. */
export interface FoundReason extends Omit<Reason, 'refs' | 'key'> {
  /** The package URL that it is about, where two packages may go by one short name. */
  readonly purl?: string;
  /** Which component it is about, without its version; its `id` where that says no version. */
  readonly subject?: string;
  /** What distinguishes it from others of its code against that component. */
  readonly aspect?: string;
  /** The sentence without the component and without advice. */
  readonly fact?: string;
  /** The day on which it fell due or will. */
  readonly due?: CalendarDate | null;
  /** Whether what is exploited is used in ransomware campaigns. */
  readonly ransomware?: boolean;
  /** The worst level of the vulnerabilities that it is about. */
  readonly severity?: Severity | null;
}

/** The key of a reason. */
export function keyOf({ code, subject, aspect, id }: FoundReason): string {
  const of = `${code}:${(subject ?? id).slice(0, SUBJECT_CHARS_MAX)}`;
  return aspect === undefined ? of : `${of}:${aspect}`;
}

/** A text of the caller's may be as long as a body; a key is not. */
const SUBJECT_CHARS_MAX = 200;

/** What was found to be so fails when the policy names one of its kinds, and warns otherwise. */
export function levelOfFact(policy: Policy, ...kinds: readonly Failure[]): Level {
  return kinds.some((kind) => policy.fail_on.includes(kind)) ? 'fail' : 'warn';
}

/** Doubt about what could fail is `unknown`; doubt about what could only warn is a warning. It is never nothing. */
export function levelOfDoubt(policy: Policy, ...kinds: readonly Failure[]): Level {
  return kinds.some((kind) => policy.fail_on.includes(kind)) ? 'unknown' : 'warn';
}
