import { LIMITS, ServiceError } from '@stackcheck/contract';
import { parseCves } from '@stackcheck/kev-core';
import { readPackage } from '@stackcheck/osv-core';
import {
  continueWatch,
  editStack,
  openToken,
  startWatch,
  toBaseline,
  withFewerShown,
  type KnownId,
  type KnownIds,
  type Positions,
  type Stack,
  type StackCheck,
  type WatchFacts,
  type WatchOutcome,
  type WatchReport,
  type WatchState,
} from '@stackcheck/stack-core';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { defineRoute, type RouteAnswer, type RouteDeps } from '../define-route';
import { checkNow, costOfStack, nothingKnown, requireImages, type CheckedStack } from './check-now';
import { inspectEntries, inspectStack } from './inspect-stack';
import { stackAnswer } from './shapes';
import { listsOf, StackCheckBody, StackEntries, stackOf, withoutNulls } from './stack-body';

class StackWatchBody extends StackCheckBody {
  @JSONSchema({
    description:
      'Token of the last answer; alone, or with add, remove and full. What is watched stays answerable however many advisories its packages come to have.',
  })
  @IsString({ message: 'token must be a string' })
  @IsOptional()
  token?: string;

  @JSONSchema({ description: 'With a token: entries to watch from now on.', $ref: '#/components/schemas/StackEntries' })
  @IsObject({ message: 'add must be an object' })
  @ValidateNested({ message: 'add must be an object' })
  @Type(() => StackEntries)
  @IsOptional()
  add?: StackEntries;

  @JSONSchema({
    description: 'With a token: entries to forget, as they were sent.',
    $ref: '#/components/schemas/StackEntries',
  })
  @IsObject({ message: 'remove must be an object' })
  @ValidateNested({ message: 'remove must be an object' })
  @Type(() => StackEntries)
  @IsOptional()
  remove?: StackEntries;

  @JSONSchema({ description: 'Whether to answer the whole check, too; always so on the first check and with add.' })
  @IsBoolean({ message: 'full must be true or false' })
  @IsOptional()
  full?: boolean;
}

export const stackWatch = defineRoute<object, StackWatchBody>({
  method: 'POST',
  path: '/v1/stack/watch',
  operationId: 'service_stack_watch',
  tags: ['stack', 'paid'],
  summary: 'What changed for a stack',
  description: `Send a stack once, then only the token of the last answer: the changes since, each with a key of its own, the verdict, the one before, and a summary for a pull request. No account is kept: the token is encrypted, holds the baseline and lasts ${LIMITS.watchTokenLifetimeDays} days from each answer. Send a payment-identifier, since the answer holds the only copy of the new token.`,
  price: '0.03',
  joins: ['eol', 'kev', 'osv'],
  requires: 'watch_keys',
  body: StackWatchBody,
  output: { contentType: 'application/json', schema: stackAnswer('StackWatch') },
  errors: ['unknown_id', 'too_many_items', 'token_invalid', 'token_expired', 'watch_unavailable'],
  example: {
    body: {
      items: [{ product: 'python', version: '3.8' }],
      cves: ['CVE-2021-44228'],
      packages: ['pkg:npm/lodash@4.17.20'],
    },
  },
  cost({ body }, deps) {
    const sent = withoutNulls(body);
    const { token } = sent;
    const opened = token === undefined ? undefined : openToken(token, deps.service.watchKeys.ring, deps.nowMs);
    const all = [...(opened?.kind === 'state' ? [opened.state.stack] : []), listsOf(sent), listsOf(sent.add ?? {})];
    const images = all.flatMap((lists) => lists.images);
    return costOfStack({ images, packages: all.flatMap((lists) => lists.packages) }, deps);
  },
  inspect({ body }, deps) {
    const sent = withoutNulls(body);
    if (deps.service.watchKeys.ring.length === 0) throw new ServiceError('watch_unavailable');
    if (sent.token === undefined) return inspectStack(stackToStart(sent), deps);
    const { stack, positions } = watchedStack(sent.token, sent, deps);
    inspectEntries(stack, deps, (at) => positions.images[at] === undefined, hasNew(positions));
  },
  answer({ body }, deps) {
    const sent = withoutNulls(body);
    return sent.token === undefined ? start(sent, deps) : recheck(sent.token, sent, deps);
  },
});

async function start(body: StackWatchBody, deps: RouteDeps): Promise<RouteAnswer> {
  const stack = stackToStart(body);
  const checked = await checkNow(stack, deps);
  requireImages(checked.check);
  const report = reportOf(startWatch(stack, checked.check, factsOf(checked, deps)), () => nothingKnown(stack, deps));
  return answer(report, checked, checked.check);
}

/** @throws ServiceError `bad_request` or `too_many_items` */
function stackToStart(body: StackWatchBody): Stack {
  for (const field of ['add', 'remove'] as const) {
    if (body[field] !== undefined) throw badRequest(`${field} goes with a token only`);
  }
  return stackOf(body);
}

/** A watched stack after the edit that comes with its token. */
interface Watched {
  readonly state: WatchState;
  readonly stack: Stack;
  readonly positions: Positions;
}

/** @throws ServiceError `token_invalid`, `token_expired`, `bad_request` or `too_many_items` */
function watchedStack(token: string, body: StackWatchBody, deps: RouteDeps): Watched {
  for (const field of ['items', 'images', 'cves', 'packages', 'policy'] as const) {
    if (body[field] !== undefined)
      throw badRequest(`${field} does not go with a token: use add and remove, or start anew`);
  }
  const opened = openToken(token, deps.service.watchKeys.ring, deps.nowMs);
  if (opened.kind !== 'state') throw new ServiceError(opened.kind);
  const { state } = opened;
  const edited = editStack(state.stack, { add: listsOf(body.add ?? {}), remove: listsOf(body.remove ?? {}) });
  if (edited.kind !== 'edited') throw new ServiceError(edited.kind, { message: edited.message });
  const { stack, positions } = edited;
  // Ids that another version of this service took, and this one no longer reads.
  if ('fault' in parseCves(stack.cves)) throw new ServiceError('token_expired');
  return { state, stack, positions };
}

async function recheck(token: string, body: StackWatchBody, deps: RouteDeps): Promise<RouteAnswer> {
  const { state, stack, positions } = watchedStack(token, body, deps);
  const hasAdded = hasNew(positions);
  const checked = await checkNow(stack, deps, hasAdded);
  requireImages(checked.check, (index) => positions.images[index] === undefined);
  const baseline = toBaseline(state, positions);
  const outcome = continueWatch(stack, checked.check, baseline, knownIds(deps), factsOf(checked, deps));
  return answer(
    reportOf(outcome, () => nothingKnown(stack, deps)),
    checked,
    body.full || hasAdded ? checked.check : null,
  );
}

function factsOf({ datasets, meta }: CheckedStack, { nowMs, service }: RouteDeps): WatchFacts {
  const { ring, nonce } = service.watchKeys;
  const secret = ring.at(-1);
  // Readiness has asked already; a route without keys makes no offer.
  if (secret === undefined) throw new ServiceError('watch_unavailable');
  return {
    nowMs,
    snapshotIds: Object.values(meta.datasets).map(({ snapshot_id }) => snapshot_id),
    refreshes: datasets.map((id) => service.refreshOf(id)),
    secret,
    nonce: nonce(),
  };
}

function reportOf(outcome: WatchOutcome, unknown: () => ServiceError): WatchReport {
  if (outcome.kind === 'report') return outcome.report;
  throw outcome.kind === 'unknown_id' ? unknown() : new ServiceError(outcome.kind, { message: outcome.message });
}

/** The ids of a package's advisories, with what they are called elsewhere. */
function knownIds(deps: RouteDeps): KnownIds {
  return (purl) => {
    const query = readPackage(purl);
    if (!query.ok) return [];
    return deps
      .data('osv')
      .index.advisoriesOf(query.ecosystem, query.names)
      .flatMap(({ advisory }): KnownId[] => {
        const withdrawn = advisory.withdrawn !== null;
        return [advisory.id, ...advisory.aliases].map((id) => ({ id, withdrawn }));
      });
  };
}

function answer(report: WatchReport, { meta }: CheckedStack, check: StackCheck | null): RouteAnswer {
  if (check === null) return { json: { data: { ...report, check: null }, meta } };
  const { items, images, cves, packages } = withFewerShown(check);
  return { json: { data: { ...report, check: { items, images, cves, packages } }, meta } };
}

/** Whether a stack has entries that were not watched before. */
function hasNew(positions: Positions): boolean {
  return Object.values(positions).some((list) => list.includes(undefined));
}

function badRequest(message: string): ServiceError {
  return new ServiceError('bad_request', { message });
}
