import type { Facilitator, FacilitatorRequest, SettleOutcome, VerifyOutcome } from '../facilitator/facilitator';

/**
 * What a scripted settle call does.
 *
 * - `ok`: transfers and says so; on a spent nonce says `nonce_used`
 * - `lost_before`: nothing happens, and no answer comes back
 * - `lost_after`: transfers, and no answer comes back
 * - `pending`: transfers, and says that it is not confirmed
 * - `not_sent`: the call never left
 * - `refused_after`: transfers, and says that it refused
 * - `wrong_payer`: transfers, and names another payer
 */
export type SettleScript =
  | 'ok'
  | 'lost_before'
  | 'lost_after'
  | 'pending'
  | 'not_sent'
  | 'refused_after'
  | 'wrong_payer'
  | 'throw'
  | SettleOutcome;

/** A facilitator with a chain of its own: each nonce transfers once, whatever is said about it. */
export class FakeFacilitator implements Facilitator {
  readonly name = 'fake';
  readonly evidence = 'facilitator';
  /** Outcomes of the next calls; afterwards `ok`. */
  readonly settleScript: SettleScript[] = [];
  readonly verifyScript: VerifyOutcome[] = [];
  readonly verifyRequests: FacilitatorRequest[] = [];
  readonly settleRequests: FacilitatorRequest[] = [];
  /** Transfers made, by nonce. */
  readonly transfers = new Map<string, bigint>();
  /** Awaited inside each settle call, so that tests can hold it open. */
  pause: Promise<void> = Promise.resolve();

  async verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    this.verifyRequests.push(request);
    const scripted = this.verifyScript.shift();
    if (scripted) return scripted;
    return this.transfers.has(request.expected.nonce)
      ? { kind: 'refused', code: 'payment_replayed', reason: 'invalid_exact_evm_nonce_already_used' }
      : { kind: 'verified' };
  }

  async settle(request: FacilitatorRequest): Promise<SettleOutcome> {
    this.settleRequests.push(request);
    await this.pause;
    const script = this.settleScript.shift() ?? 'ok';
    if (typeof script !== 'string') return script;
    if (script === 'throw') throw new Error('facilitator broke');
    if (script === 'not_sent') return { kind: 'not_sent', reason: 'ECONNREFUSED' };
    if (script === 'lost_before') return { kind: 'unknown', reason: 'timeout' };
    const isFirst = this.transfer(request);
    if (script === 'lost_after') return { kind: 'unknown', reason: 'timeout' };
    if (script === 'refused_after')
      return { kind: 'refused', code: 'payment_invalid', reason: 'insufficient_funds', byFunds: true };
    if (script === 'pending') return { kind: 'pending', reason: 'settlement_pending' };
    const { payer, network } = request.expected;
    const transaction = `0x${request.expected.nonce.slice(2)}`;
    if (script === 'wrong_payer') return { kind: 'settled', transaction, payer: `0x${'1'.repeat(40)}`, network };
    return isFirst
      ? { kind: 'settled', transaction, payer, network }
      : { kind: 'nonce_used', reason: 'invalid_exact_evm_nonce_already_used' };
  }

  health(): 'ok' {
    return 'ok';
  }

  private transfer({ expected }: FacilitatorRequest): boolean {
    if (this.transfers.has(expected.nonce)) return false;
    this.transfers.set(expected.nonce, expected.value);
    return true;
  }
}
