import { LIMITS } from '@stackcheck/contract';
import { toCalendarDate, type CalendarDate } from '@stackcheck/contract/calendar-date';
import type { AsOf } from '../check/as-of';
import { isNothingKnown, type StackCheck } from '../check/judge';
import type { StackSummary } from '../check/summary';
import { policyAhead, type Policy } from '../policy';
import type { Stack } from '../stack';
import { fitReduced, fitWhole, type FittedState, type TooLong } from '../token/fit-state';
import type { WatchSecret } from '../token/key-ring';
import { sealToken } from '../token/seal-token';
import type { TokenSealing } from '../token/token-sealing';
import type { Baseline, Positions } from './baseline';
import type { Change } from './change';
import { isOfWeight, reportEdit, type EditReport, type RemovedEntries } from './edit-report';
import { changesBetween } from './changes-between';
import { countChanges, type ChangeCounts } from './count-changes';
import { toMarkdown } from './markdown';
import { nextCheckAfter, type Refresh } from './next-check';
import type { KnownIds } from './package-changes';
import { stateOf } from './state-of';

/** What a watch needs besides the stack and its check. */
export interface WatchFacts {
  /** Epoch milliseconds of the answer. */
  readonly nowMs: number;
  /** Ids of the snapshots that were used. */
  readonly snapshotIds: readonly string[];
  /** The model of the EPSS scores; null or absent where they were not asked, or not all at hand. */
  readonly epssModel?: string | null;
  readonly refreshes: readonly Refresh[];
  readonly secret: WatchSecret;
  /** 12 random bytes, for this answer alone. */
  readonly nonce: Uint8Array;
  /** What seals the token; on Node `nodeSealing` of `@stackcheck/stack-core/node`. */
  readonly sealing: TokenSealing;
}

/** The token and what it holds, in wire names. Instants are ISO 8601. */
export interface WatchHandle {
  readonly token: string;
  readonly issued_at: string;
  readonly expires_at: string;
  readonly token_length: number;
  /** How many checks the watch has made, this one included. */
  readonly checks: number;
  readonly next_check_after: string;
  /** What to start again with when the token is lost or has expired. */
  readonly stack: Stack;
}

/** What a watch reports, first check or not, in wire names. */
export interface WatchReport extends AsOf {
  /** Whether anything is not as it was: there are changes, the verdict is another one, or an edit means something for the stack. */
  readonly changed: boolean;
  readonly first: boolean;
  /** ISO 8601 instant of the baseline; null on the first check. */
  readonly since: string | null;
  readonly verdict: StackCheck['verdict'];
  /** Where the day that the watch asked about has passed: that it is of today from now on. */
  readonly notice?: string;
  readonly previous_verdict: StackCheck['verdict'] | null;
  readonly reasons: StackCheck['reasons'];
  readonly plan: StackCheck['plan'];
  readonly next_deadline: StackCheck['next_deadline'];
  readonly summary: StackSummary & ChangeCounts;
  /** Worst first; empty on the first check. */
  readonly changes: readonly Change[];
  /** What was added and removed by this check, and what that means; null where nothing was. */
  readonly edits: EditReport | null;
  /** At most 2,000 characters, safe to post as a comment. */
  readonly markdown: string;
  readonly watch: WatchHandle;
}

/** The report, or why there can be no token for the stack; `message` names what is too large. */
export type WatchOutcome =
  | { readonly kind: 'report'; readonly report: WatchReport }
  | { readonly kind: 'too_many_items'; readonly message: string }
  | { readonly kind: 'unknown_id'; readonly message: string };

/** Starts a watch: the check is its baseline. A stack of which nothing is known cannot be watched. */
export function startWatch(stack: Stack, check: StackCheck, facts: WatchFacts): WatchOutcome {
  if (isNothingKnown(check)) return { kind: 'unknown_id', message: 'no entry of any list is known' };
  const { nowMs, snapshotIds, secret, sealing, epssModel = null } = facts;
  const state = stateOf(stack, check, { nowMs, lifetimeDays: LIMITS.watchTokenLifetimeDays, snapshotIds, epssModel });
  const fitted = fitWhole(state, {
    keyId: secret.id,
    charsMax: LIMITS.watchTokenStartCharsMax,
    packing: sealing.packing,
  });
  if (fitted.kind === 'too_long') return tooLong(fitted, stack, LIMITS.watchTokenStartCharsMax);
  return { kind: 'report', report: toReport(check, facts, fitted, undefined, [], null) };
}

/** What of a stack was edited, with how the entries that were taken out stand. */
export interface WatchEdit {
  readonly positions: Positions;
  readonly removed: RemovedEntries;
}

/** Continues a watch: what changed since the baseline, what was added and removed, and a token for the next time. */
export function continueWatch(
  stack: Stack,
  check: StackCheck,
  baseline: Baseline,
  knownIds: KnownIds,
  facts: WatchFacts,
  edit?: WatchEdit,
): WatchOutcome {
  const { nowMs, snapshotIds, secret, sealing, epssModel = null } = facts;
  const state = stateOf(stack, check, {
    nowMs,
    lifetimeDays: LIMITS.watchTokenLifetimeDays,
    snapshotIds,
    epssModel,
    baseline,
  });
  const changes = changesBetween({ baseline, stack, check, state, knownIds, epssModel });
  const fitted = fitReduced(state, {
    keyId: secret.id,
    charsMax: LIMITS.watchTokenRecheckCharsMax,
    packing: sealing.packing,
  });
  if (fitted.kind === 'too_long') return tooLong(fitted, stack, LIMITS.watchTokenRecheckCharsMax);
  const edits = (edit && reportEdit({ stack, check, ...edit })) ?? null;
  return { kind: 'report', report: toReport(check, facts, fitted, baseline, changes, edits) };
}

function toReport(
  check: StackCheck,
  { nowMs, refreshes, secret, nonce, sealing }: WatchFacts,
  { state, packed }: FittedState,
  baseline: Baseline | undefined,
  changes: readonly Change[],
  edits: EditReport | null,
): WatchReport {
  const token = sealToken(packed, secret, nonce, sealing.cipher);
  const since = baseline === undefined ? null : iso(baseline.issuedAtMs);
  const previousVerdict = baseline?.verdict ?? null;
  const { verdict, as_of, of_today, reasons, plan, next_deadline } = check;
  const today = toCalendarDate(nowMs);
  const policy = policyAhead(state.stack.policy, today);
  const notice = baseline === undefined ? undefined : passedNotice(baseline, state.stack.policy, today);
  return {
    changed:
      changes.length > 0 ||
      (previousVerdict !== null && previousVerdict !== verdict) ||
      (edits !== null && isOfWeight(edits)),
    first: baseline === undefined,
    since,
    verdict,
    ...(as_of === undefined ? {} : { as_of }),
    ...(of_today === undefined ? {} : { of_today }),
    ...(notice === undefined ? {} : { notice }),
    previous_verdict: previousVerdict,
    reasons,
    plan,
    next_deadline,
    summary: { ...check.summary, ...countChanges(changes) },
    changes,
    edits,
    markdown: toMarkdown({ check, policy, notice, previousVerdict, since, changes, edits }),
    watch: {
      token,
      issued_at: iso(state.issuedAtMs),
      expires_at: iso(state.expiresAtMs),
      token_length: token.length,
      checks: state.checks,
      next_check_after: iso(nextCheckAfter(nowMs, refreshes)),
      stack: state.stack,
    },
  };
}

/** That a watch is of today, since the day that it asked about has passed; undefined where it asks about a day still, or never did. */
function passedNotice({ asOf }: Baseline, { as_of }: Policy, today: CalendarDate): string | undefined {
  if (as_of !== undefined || asOf === null) return undefined;
  return `policy.as_of, ${asOf}, has passed: this check is of today, ${today}, and so are those with its token.`;
}

const iso = (ms: number) => new Date(ms).toISOString();

function tooLong({ heaviest }: TooLong, { packages }: Stack, charsMax: number): WatchOutcome {
  const purl = heaviest === null ? undefined : packages[heaviest.index];
  const what =
    heaviest === null || purl === undefined
      ? 'its entries are too long'
      : `packages[${heaviest.index}] (${purl}) alone has ${heaviest.vulnerabilities} vulnerabilities`;
  const message = `the watch token of this stack would be longer than ${charsMax} characters: ${what}; watch it in parts`;
  return { kind: 'too_many_items', message };
}
