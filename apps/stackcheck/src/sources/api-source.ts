import type { OutcomeSnapshot } from '@stackcheck/report';
import type { Stack, StackCheck } from '@stackcheck/stack-core';
import { RefusedRequest, type Service } from '../paying/service';
import { CliError, EXIT } from '../program/exit-code';
import { NO_CATALOGUE } from '../stack/product-catalogue';
import type { Judged, Judgement, Source } from '../stack/source';
import type { Streams } from '../terminal/streams';
import { usdText } from '../terminal/usd-text';
import { snapshotsIn } from './answer-snapshots';
import { checkOfUnknown } from './check-of-unknown';
import { batchesOf, type Batch } from './batches';

const PATH = '/v1/stack/check';

/** Asks the service, as few calls as its limits allow, within the caps. */
export function apiSource(service: Service, streams: Streams): Source {
  return {
    kind: 'api',
    // The service is asked about names; what is identified otherwise needs a snapshot.
    catalogue: () => NO_CATALOGUE,
    async judge(stack): Promise<Judgement> {
      const batches = batchesOf(stack);
      if (batches.length > 1) await requireRoomFor(batches, stack, service);
      const parts: Judged[] = [];
      const snapshots = new Map<string, OutcomeSnapshot>();
      let day = new Date(streams.now()).toISOString().slice(0, 10);
      for (const [index, batch] of batches.entries()) {
        streams.progress(`asking ${service.url}, call ${index + 1} of ${batches.length}`);
        const answer = await ask(service, batch, stack);
        if (answer === undefined) {
          parts.push({
            check: checkOfUnknown({ ...batch.lists, policy: stack.policy }, day),
            wholeRef: batch.wholeRef,
          });
          continue;
        }
        const { data, meta } = answer;
        parts.push({ check: data, wholeRef: batch.wholeRef });
        for (const snapshot of snapshotsIn(meta, streams.now())) snapshots.set(snapshot.snapshot_id, snapshot);
        day = data.of_today?.date ?? day;
      }
      streams.progress('');
      return { parts, snapshots: [...snapshots.values()], day };
    },
  };
}

/** A check of which a part is not paid for is none: all of it is within the caps, or none is bought. Every call has the same price. */
async function requireRoomFor(batches: readonly Batch[], stack: Stack, service: Service): Promise<void> {
  const requests = batches.map((batch) => requestOf(batch, stack));
  const price = await service.price(requests[0]!);
  await service.requireRoom(requests.map((request) => ({ request, price })));
}

/** The answer about a part; undefined where the service knows nothing of it, which costs nothing. */
async function ask(service: Service, batch: Batch, stack: Stack): Promise<Answer | undefined> {
  try {
    return answerIn(await service.buy(requestOf(batch, stack)));
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'unknown_id') return undefined;
    throw error;
  }
}

/** What a check of a stack by the service costs. */
export interface Bill {
  readonly calls: number;
  /** Atomic USDC. */
  readonly sum: bigint;
}

/** Asks for the price without paying. */
export async function billOf(stack: Stack, service: Service): Promise<Bill> {
  const batches = batchesOf(stack);
  const [first] = batches;
  // Every call of the route has the same price.
  const price = first === undefined ? 0n : await service.price(requestOf(first, stack));
  return { calls: batches.length, sum: price * BigInt(batches.length) };
}

/** A bill in a sentence. */
export function describeBill({ calls, sum }: Bill): string {
  return `${calls} ${calls === 1 ? 'call' : 'calls'} of ${PATH}: ${usdText(sum)} USD`;
}

function requestOf({ lists }: Batch, { policy }: Stack) {
  const given = Object.entries(lists).filter(([, list]) => (list as readonly unknown[]).length > 0);
  return { path: PATH, body: { ...Object.fromEntries(given), policy } };
}

interface Answer {
  readonly data: StackCheck;
  readonly meta: unknown;
}

function answerIn(bytes: Uint8Array): Answer {
  try {
    const answer = JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<Answer>;
    if (Array.isArray(answer.data?.reasons)) return answer as Answer;
  } catch {
    // Said below.
  }
  throw new CliError(EXIT.network, `the answer of ${PATH} is not of the form that this version reads; update it`);
}
