import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentStore, PrepaidLedger } from '@stackcheck/payment-x402';
import { lightningIntent } from '@stackcheck/payment-x402/testing';
import { openPostgresPayments } from '@stackcheck/store-postgres';
import type { PostgresServer } from '@stackcheck/store-postgres/testing';

const WRITERS = 8;
const AGAIN_AFTER_MS = 20;
const BY_PREIMAGE = { evidence: 'preimage', paymentResponse: '' } as const;

/** A load of prepaid payments next to what buyers make: a node of this process that remembers what was acknowledged to it. */
export class AcknowledgedWrites {
  private readonly acknowledged: string[] = [];
  private readonly writing: readonly Promise<void>[];
  private isStopped = false;

  private constructor(private readonly store: PaymentStore) {
    this.writing = Array.from({ length: WRITERS }, () => this.keepWriting());
  }

  /** Agrees with the nodes that are there. */
  static async start(url: string, primary: PostgresServer): Promise<AcknowledgedWrites> {
    const [node] = await primary.run('SELECT terms_sha256 AS terms, keys_sha256 AS keys FROM node LIMIT 1');
    const agreed = node as { readonly terms: string; readonly keys: string };
    const bootId = randomUUID();
    return new AcknowledgedWrites(
      await openPostgresPayments({ url, standby: 'required', bootId, place: bootId, agreed }),
    );
  }

  /** So many were acknowledged. */
  get count(): number {
    return this.acknowledged.length;
  }

  /** How many of the first `count` a server does not have. */
  async missing(primary: PostgresServer, count: number): Promise<number> {
    const client = await primary.connect();
    try {
      const { rows } = await client.query<{ readonly found: number }>(
        "SELECT count(*)::int AS found FROM payment WHERE nonce = ANY($1) AND state = 'settled'",
        [this.acknowledged.slice(0, count)],
      );
      return count - rows[0]!.found;
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.writing);
    await this.store.close();
  }

  private async keepWriting(): Promise<void> {
    const ledger = this.store.ledger as typeof this.store.ledger & PrepaidLedger;
    while (!this.isStopped) {
      const nonce = randomBytes(32).toString('hex');
      const key = { network: 'lightning', asset: 'btc', payer: nonce, nonce };
      const intent = lightningIntent({ key, paymentHash: nonce });
      try {
        const { kind } = await ledger.claimSettled(intent, { ...BY_PREIMAGE, transaction: nonce }, Date.now());
        if (kind === 'claimed') this.acknowledged.push(nonce);
      } catch {
        // Nobody can tell whether it was written, so that it is no acknowledged one.
        await sleep(AGAIN_AFTER_MS);
      }
    }
  }
}
