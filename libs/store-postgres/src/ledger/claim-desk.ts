import type { ClaimOutcome } from '@stackcheck/payment-x402/ledger';
import type { Lane, Statement } from '../connection/lane';
import { LedgerAwayError } from '../connection/statement-fault';
import type { EventWriter } from '../events/event-writer';
import { keyDigestOf, KEY_GIVEN } from '../schema/payment-key';
import { versionOf } from './payment-row';
import { claimAnewStatement, type Claim } from './claim-statement';
import type { WriteDesk } from './write-desk';

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

/** `$1` = boot. */
const IS_GONE: Statement = { name: 'is_gone', text: 'SELECT 1 AS gone FROM node WHERE boot_id = $1 AND gone' };

const DEADLINE_MS = 3_000;
/** `unique_violation`: an identifier that went to another payment meanwhile. */
const NOT_UNIQUE = '23505';

/** W1, and what is to be done where a payment has a row already. */
export class ClaimDesk {
  constructor(
    private readonly writes: WriteDesk,
    private readonly singles: Lane,
    private readonly events: EventWriter,
  ) {}

  /** @param seen version of the refused row that may be claimed again; absent = any */
  async claim(claim: Claim, seen?: string | null): Promise<ClaimOutcome> {
    const id = await this.writes.claim(claim);
    return id === undefined ? this.claimKnown(claim, seen) : { kind: 'claimed', id };
  }

  /** The payment or its identifier has a row already; a refused payment is taken over by the new attempt. */
  private async claimKnown(claim: Claim, seen: string | null | undefined): Promise<ClaimOutcome> {
    const { network, asset, payer, nonce, identifier } = claim.columns;
    const { singles } = this;
    const [row] = await singles.run<Standing>(STANDING, [network, asset, payer, nonce, identifier], DEADLINE_MS);
    if (row?.attempt === 0) return { kind: 'called_free' };
    const isOther = row !== undefined && seen !== undefined && versionOf(row) !== seen;
    if (isOther || (row && row.state !== 'refused')) return { kind: 'payment_exists' };
    if (row?.taken) return { kind: 'identifier_exists' };
    if (!row) return this.lostTo('identifier_exists', claim);
    try {
      const claimed = await this.events.write(singles, DEADLINE_MS, () => claimAnewStatement(this.events, claim, row));
      return claimed.length === 0 ? await this.lostTo('payment_exists', claim) : { kind: 'claimed', id: row.id };
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === NOT_UNIQUE) return { kind: 'identifier_exists' };
      throw error;
    }
  }

  /**
   * Why a claim came to nothing. A node is gone for ever, so that one that is not gone now lost to another claim.
   * @throws LedgerAwayError when this node was found gone, whose claims do not count
   */
  private async lostTo<Kind extends 'identifier_exists' | 'payment_exists'>(
    kind: Kind,
    { columns: { state } }: Claim,
  ): Promise<{ readonly kind: Kind }> {
    const mayBeGone = state === 'settling';
    if (mayBeGone && (await this.singles.run(IS_GONE, [this.events.bootId], DEADLINE_MS)).length > 0)
      throw new LedgerAwayError('other nodes found this one gone');
    return { kind };
  }
}
