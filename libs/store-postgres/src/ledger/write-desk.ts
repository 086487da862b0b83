import { Batcher } from '../connection/batcher';
import type { Lane } from '../connection/lane';
import { isToSplit } from '../connection/statement-fault';
import type { EventWriter } from '../events/event-writer';
import type { Claim } from './claim-statement';
import type { OwnSettlement } from './settle-statement';
import { writeStatement } from './write-statement';

type Write = { readonly claim: Claim } | { readonly settlement: OwnSettlement };

const DEADLINE_MS = 3_000;
const BATCH_MAX = 200;

/** W1 and W2: the claims and settlements of one moment go into one statement, so that they share its round trip and its commit. */
export class WriteDesk {
  private readonly batches: Batcher<Write, number | undefined>;

  /** @param lanes the second is used where many wait for the first */
  constructor(lanes: readonly Lane[], events: EventWriter, monotonicMs: () => number) {
    this.batches = new Batcher({
      keyOf,
      sizeMax: BATCH_MAX,
      monotonicMs,
      // One that breaks a rule, or crosses another node's, must not undo the others.
      isToSplit,
      runs: lanes.map((lane) => async (writes) => {
        const claims = writes.flatMap((write) => ('claim' in write ? [write.claim] : []));
        const settlements = writes.flatMap((write) => ('settlement' in write ? [write.settlement] : []));
        const rows = await events.write(lane, DEADLINE_MS, () => writeStatement(events, claims, settlements));
        const claimed = new Map(rows.map(({ n, id }) => [n, id]));
        const settled = new Set(rows.flatMap(({ n, id }) => (typeof n === 'number' ? [] : [id])));
        // Claims sort before settlements.
        return writes.map((write, at) =>
          'claim' in write ? claimed.get(at + 1) : settled.has(write.settlement.id) ? write.settlement.id : undefined,
        );
      }),
    });
  }

  /** @returns the id of the new row; undefined where the payment or its identifier has one already */
  claim(claim: Claim): Promise<number | undefined> {
    return this.batches.add({ claim });
  }

  /** @returns whether the row was as this boot claimed it, and is settled now */
  async settle(settlement: OwnSettlement): Promise<boolean> {
    return (await this.batches.add({ settlement })) !== undefined;
  }
}

/** In the order in which rows are locked: claims by their keys, then settlements by their ids. */
function keyOf(write: Write): string {
  if ('settlement' in write) return `settle ${String(write.settlement.id).padStart(16, '0')}`;
  const { network, asset, payer, nonce } = write.claim.columns;
  return `claim ${network} ${asset} ${payer} ${nonce}`;
}
