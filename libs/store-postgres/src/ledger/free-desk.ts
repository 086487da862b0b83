import type { FreeOutcome, FreePayment } from '@stackcheck/payment-x402/ledger';
import { Batcher } from '../connection/batcher';
import type { Lane, Statement } from '../connection/lane';
import { isToSplit } from '../connection/statement-fault';
import { keyDigest } from '../schema/payment-key';

const KEY = 'network, asset, payer, nonce';

/**
 * `$1` = boot, `$2` = rows as JSON. Waits for a claim of the same key that is under way. A refused row, or one of an earlier word, gets another
 * version, so that something is written in any case: the acknowledgement then covers what was found.
 */
const CALL_FREE: Statement = {
  name: 'call_free',
  text: `WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json) AS x(n integer, network text, asset text, payer text, nonce text, payment_hash text,
    valid_before bigint, created_at bigint, refusal_code text, refusal_reason text)
), freed AS (
  INSERT INTO payment (${KEY}, payment_hash, valid_before, created_at, refusal_code, refusal_reason, state, boot_id, attempt,
    x402_version, payload, request_hash, route_id, resource_url, price, value, pay_to, valid_after, answer_content_type,
    answer_snapshot_ids)
  SELECT ${KEY}, payment_hash, valid_before, created_at, refusal_code, refusal_reason, 'refused', $1, 0,
    2, '{}', '', '', '', 0, 0, '', 0, '', '[]' FROM input ORDER BY n
  ON CONFLICT (${keyDigest(['network', 'asset', 'payer', 'nonce'])}) DO UPDATE SET fence = payment.fence + 1 WHERE payment.state = 'refused' RETURNING ${KEY}
)
SELECT n FROM freed JOIN input USING (${KEY})`,
};

/** `$1` = Unix seconds. */
const FORGET: Statement = { name: 'forget_called_free', text: 'SELECT forget_called_free($1) AS forgotten' };

const DEADLINE_MS = 3_000;
/** Short: the next beat waits for it. */
const FORGET_MS = 1_000;
const BATCH_MAX = 100;

interface Freed {
  readonly payment: FreePayment;
  readonly nowMs: number;
}

/** Calls payments free that no node has claimed; those of one moment go into one statement. */
export class FreeDesk {
  private readonly batches: Batcher<Freed, FreeOutcome>;

  constructor(
    bootId: string,
    private readonly lanes: { readonly writes: Lane; readonly pulse: Lane },
    monotonicMs: () => number,
  ) {
    this.batches = new Batcher({
      monotonicMs,
      keyOf: ({ payment: { key } }) => `${key.network} ${key.asset} ${key.payer} ${key.nonce}`,
      sizeMax: BATCH_MAX,
      isToSplit,
      runs: [
        async (freed) => {
          const values = [bootId, JSON.stringify(freed.map(toRow))];
          const found = await lanes.writes.run<{ readonly n: number }>(CALL_FREE, values, DEADLINE_MS);
          const free = new Set(found.map(({ n }) => n));
          return freed.map((_, n) => (free.has(n) ? 'free' : 'held'));
        },
      ],
    });
  }

  callFree(payment: FreePayment, nowMs: number): Promise<FreeOutcome> {
    return this.batches.add({ payment, nowMs });
  }

  /** Removes what cannot be charged any more, some of it where there is much. */
  async forget(nowMs: number): Promise<void> {
    await this.lanes.pulse.run(FORGET, [Math.floor(nowMs / 1_000)], FORGET_MS);
  }
}

function toRow({ payment: { key, paymentHash, validBefore, refusal }, nowMs }: Freed, n: number): object {
  return {
    n,
    ...key,
    payment_hash: paymentHash,
    valid_before: validBefore,
    created_at: nowMs,
    refusal_code: refusal.code,
    refusal_reason: refusal.reason,
  };
}
