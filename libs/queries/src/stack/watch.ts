import { ServiceError } from '@stackcheck/contract';
import { readPackage } from '@stackcheck/osv-core';
import type { Stack, StackCheck } from '@stackcheck/stack-core';
import { openToken, type KeyRing, type TokenSealing } from '@stackcheck/stack-core/token';
import {
  continueWatch,
  startWatch,
  toBaseline,
  type KnownId,
  type KnownIds,
  type Refresh,
  type WatchFacts,
  type WatchOutcome,
  type WatchReport,
} from '@stackcheck/stack-core/watch';
import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import { defineLongQuery } from '../query/define-query';
import { ref } from '../query/json-schema';
import type { QueryDataset, QueryDeps } from '../query/query';
import { STACK_LIMITS } from './check';
import { checkSteps, costOfStack, requireImages } from './check-steps';
import { inspectEntries, inspectStack } from './inspect-stack';
import { nothingKnown } from './nothing-known';
import { checkRemoved, withRemoved } from './removed-entries';
import { shownCheck } from './shown-check';
import { listsOf, withoutNulls } from './stack-input';
import { metaOfStack, partsOf, snapshotsFor } from './stack-parts';
import { hasNew, stackToStart, watchedStack, type WatchedStack, type WatchInput } from './watched-stack';

/** Nodes swap within seconds of each other. */
const BEHIND_SECONDS = 10;

/** What a watch needs besides the datasets: the instant, the keys of its tokens, and when new data is expected. */
export interface WatchDeps extends QueryDeps {
  /** Epoch milliseconds of the answer. */
  readonly nowMs: number;
  /** The last secret seals, all of them open; empty where watching is off. */
  readonly ring: KeyRing;
  /** What seals and opens the tokens; on Node `nodeSealing` of `@stackcheck/stack-core/node`. */
  readonly sealing: TokenSealing;
  /** 12 random bytes, others for each answer. */
  nonce(): Uint8Array;
  /** When a dataset was refreshed, and how often it is. */
  refreshOf(id: QueryDataset): Refresh;
}

/** What changed, and the whole check where it is shown. */
export interface StackWatch extends WatchReport {
  readonly check: Pick<StackCheck, 'items' | 'images' | 'cves' | 'packages'> | null;
}

/** What changed for a stack since its token was made; without a token, the beginning of a watch. */
export const stackWatch = defineLongQuery<WatchInput, StackWatch, WatchDeps>({
  id: 'stack_watch',
  dataset: null,
  joins: ['eol', 'kev', 'osv'],
  limits: STACK_LIMITS,
  answers: ref('StackWatch'),
  inspect(input, deps) {
    const sent = withoutNulls(input);
    if (deps.ring.length === 0) throw new ServiceError('watch_unavailable');
    if (sent.token === undefined) return inspectStack(stackToStart(sent, deps), deps);
    const { stack, positions } = servedStack(sent.token, sent, deps);
    inspectEntries(stack, deps, (at) => positions.images[at] === undefined, hasNew(positions));
  },
  costMs(input, deps) {
    const sent = withoutNulls(input);
    const { token } = sent;
    const opened = token === undefined ? undefined : openToken(token, deps.ring, deps.nowMs, deps.sealing);
    const all = [...(opened?.kind === 'state' ? [opened.state.stack] : []), listsOf(sent), listsOf(sent.add ?? {})];
    const [items, images] = [all.flatMap((lists) => lists.items), all.flatMap((lists) => lists.images)];
    const policy = opened?.kind === 'state' ? opened.state.stack.policy : (sent.policy ?? {});
    return costOfStack({ items, images, packages: all.flatMap((lists) => lists.packages) }, deps, policy);
  },
  steps(input, deps) {
    const sent = withoutNulls(input);
    return sent.token === undefined ? start(sent, deps) : recheck(sent.token, sent, deps);
  },
  meta: ({ remove }, { watch }, deps) => metaOfStack(withRemoved(watch.stack, listsOf(remove ?? {}), deps), deps),
});

/** @throws ServiceError those of `watchedStack`, and `dataset_unavailable` where this node is behind the token */
function servedStack(token: string, input: WatchInput, deps: WatchDeps): WatchedStack {
  const watched = watchedStack(token, input, deps);
  requireNotBehind(watched.state.snapshotIds, watched.stack, deps);
  return watched;
}

/** A node that has not taken up what the token was made against would report the way back as changes. */
function requireNotBehind(known: readonly string[], stack: Stack, deps: WatchDeps): void {
  for (const part of Object.values(snapshotsFor(stack, deps))) {
    const served = part?.manifest.snapshot_id ?? '';
    const [dataset, servedAt = ''] = served.split('-');
    // Ids have their time between the dashes, in a form that sorts.
    const newer = known.find((id) => id.split('-')[0] === dataset && id.split('-')[1]! > servedAt);
    if (newer === undefined) continue;
    const message = `this node has not taken up ${newer} yet, which the token was made against`;
    throw new ServiceError('dataset_unavailable', { message, retryAfterSeconds: BEHIND_SECONDS });
  }
}

function* start(input: WatchInput, deps: WatchDeps): CooperativeTask<StackWatch> {
  const stack = stackToStart(input, deps);
  const check = yield* checkSteps(stack, deps);
  requireImages(check);
  const report = reportOf(startWatch(stack, check, factsOf(stack, deps)), () => nothingKnown(stack, deps));
  return shown(report, check, stack, deps);
}

function* recheck(token: string, input: WatchInput, deps: WatchDeps): CooperativeTask<StackWatch> {
  const { state, stack, positions } = servedStack(token, input, deps);
  const hasAdded = hasNew(positions);
  const check = yield* checkSteps(stack, deps, hasAdded);
  requireImages(check, (index) => positions.images[index] === undefined);
  const removed = yield* checkRemoved(listsOf(input.remove ?? {}), stack, deps);
  const baseline = toBaseline(state, positions);
  const outcome = continueWatch(stack, check, baseline, knownIds(deps), factsOf(stack, deps), { positions, removed });
  return shown(
    reportOf(outcome, () => nothingKnown(stack, deps)),
    input.full || hasAdded ? check : null,
    stack,
    deps,
  );
}

function factsOf(stack: Stack, deps: WatchDeps): WatchFacts {
  const secret = deps.ring.at(-1);
  // Readiness has asked already; without keys nothing is offered.
  if (secret === undefined) throw new ServiceError('watch_unavailable');
  const snapshots = snapshotsFor(stack, deps);
  const parts = partsOf(snapshots);
  const { epss } = snapshots;
  return {
    nowMs: deps.nowMs,
    snapshotIds: Object.values(snapshots).flatMap((part) => (part ? [part.manifest.snapshot_id] : [])),
    epssModel: epss?.index.complete ? epss.index.facts.modelVersion : null,
    refreshes: parts.map((id) => deps.refreshOf(id)),
    secret,
    nonce: deps.nonce(),
    sealing: deps.sealing,
  };
}

function reportOf(outcome: WatchOutcome, unknown: () => ServiceError): WatchReport {
  if (outcome.kind === 'report') return outcome.report;
  throw outcome.kind === 'unknown_id' ? unknown() : new ServiceError(outcome.kind, { message: outcome.message });
}

/** The ids of a package's advisories, with what they are called elsewhere. */
function knownIds({ data }: QueryDeps): KnownIds {
  return (purl) => {
    const query = readPackage(purl);
    if (!query.ok) return [];
    return data('osv')
      .index.advisoriesOf(query.ecosystem, query.names)
      .flatMap(({ advisory }): KnownId[] => {
        const withdrawn = advisory.withdrawn !== null;
        return [advisory.id, ...advisory.aliases].map((id) => ({ id, withdrawn }));
      });
  };
}

function shown(report: WatchReport, check: StackCheck | null, stack: Stack, deps: WatchDeps): StackWatch {
  if (check === null) return { ...report, check: null };
  const { items, images, cves, packages } = shownCheck(check, stack, deps);
  return { ...report, check: { items, images, cves, packages } };
}
