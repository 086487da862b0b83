import type { ClaimOutcome } from '@stackcheck/payment-x402/ledger';
import { Batcher } from '../connection/batcher';
import type { Lane, Statement } from '../connection/lane';
import { endOf } from '../connection/statement-fault';
import type { EventWriter } from '../events/event-writer';
import { keyDigestOf, KEY_GIVEN } from '../schema/payment-key';
import { versionOf } from './payment-row';
import { claimAnewStatement, claimStatement, type Claim } from './claim-statement';

/** `$1` to `$4` = key, `$5` = identifier. */
const STANDING: Statement = {
  name: 'standing',
  text: `SELECT id, state, attempt, fence, EXISTS (SELECT 1 FROM payment b WHERE short_digest(b.identifier) = short_digest($5) AND b.id <> p.id
  AND b.state IN ('settling', 'unknown', 'settled')) AS taken
FROM payment p WHERE ${keyDigestOf('p')} = ${KEY_GIVEN}`,
};

interface Standing {
  readonly id: number;
  readonly state: string;
  readonly attempt: number;
  readonly fence: number;
  readonly taken: boolean;
}

const DEADLINE_MS = 3_000;
const BATCH_MAX = 100;
/** `unique_violation`: an identifier that went to another payment meanwhile. */
const NOT_UNIQUE = '23505';

/** W1: claims of one moment go into one statement. */
export class ClaimDesk {
  private readonly batches: Batcher<Claim, number | undefined>;

  constructor(
    private readonly lanes: { readonly claims: Lane },
    private readonly events: EventWriter,
    gatherMs?: () => number,
  ) {
    this.batches = new Batcher({
      keyOf: ({ columns: { network, asset, payer, nonce } }) => `${network} ${asset} ${payer} ${nonce}`,
      sizeMax: BATCH_MAX,
      gatherMs,
      // One that breaks a rule, or crosses another node's, must not undo the others.
      isToSplit: (error) => endOf(error) !== 'uncertain',
      run: async (claims) => {
        const claimed = await events.write(lanes.claims, DEADLINE_MS, () => claimStatement(events, claims));
        const ids = new Map(claimed.map(({ n, id }) => [n, id]));
        return claims.map((_, n) => ids.get(n));
      },
    });
  }

  /** @param seen version of the refused row that may be claimed again; absent = any */
  async claim(claim: Claim, seen?: string | null): Promise<ClaimOutcome> {
    const id = await this.batches.add(claim);
    return id === undefined ? this.claimKnown(claim, seen) : { kind: 'claimed', id };
  }

  /** The payment or its identifier has a row already; a refused payment is taken over by the new attempt. */
  private async claimKnown(claim: Claim, seen: string | null | undefined): Promise<ClaimOutcome> {
    const { network, asset, payer, nonce, identifier } = claim.columns;
    const { claims } = this.lanes;
    const [row] = await claims.run<Standing>(STANDING, [network, asset, payer, nonce, identifier], DEADLINE_MS);
    if (row?.attempt === 0) return { kind: 'called_free' };
    const isOther = row !== undefined && seen !== undefined && versionOf(row) !== seen;
    if (isOther || (row && row.state !== 'refused')) return { kind: 'payment_exists' };
    if (!row || row.taken) return { kind: 'identifier_exists' };
    try {
      const claimed = await this.events.write(claims, DEADLINE_MS, () => claimAnewStatement(this.events, claim, row));
      return claimed.length === 0 ? { kind: 'payment_exists' } : { kind: 'claimed', id: row.id };
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === NOT_UNIQUE) return { kind: 'identifier_exists' };
      throw error;
    }
  }
}
