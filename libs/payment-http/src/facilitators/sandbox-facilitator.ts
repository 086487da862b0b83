import { systemClock, type Clock } from '@stackcheck/contract';
import type { Facilitator, PaymentTerms } from '@stackcheck/payment-x402';
import type {
  FacilitatorRefusal,
  FacilitatorRequest,
  SettleOutcome,
  VerifyOutcome,
} from '@stackcheck/payment-x402/facilitator';
import type { SandboxNonces } from '@stackcheck/payment-x402/ledger';
import { readAuthorization, type SignedAuthorization } from '@stackcheck/payment-x402/read';
import { paymentHash, recoverSigner, tokenDomain } from '@stackcheck/payment-x402/signature';

/** The only network on which payments may be pretended: its money is worth nothing. */
const SANDBOX_NETWORK = 'eip155:84532';

/** What the sandbox is made of. */
export interface SandboxFacilitatorOptions {
  readonly terms: PaymentTerms;
  readonly nonces: SandboxNonces;
  readonly clock?: Clock;
}

/**
 * A facilitator for trying the service out: it verifies the EIP-712 signature for real and remembers spent
 * nonces, and settles nothing. Contract wallets cannot be judged without a chain and are refused.
 */
export class SandboxFacilitator implements Facilitator {
  readonly name = 'sandbox';
  readonly evidence = 'sandbox';
  private readonly clock: Clock;

  /** @throws RangeError on any network but Base Sepolia */
  constructor(private readonly options: SandboxFacilitatorOptions) {
    const { network, chainId } = options.terms;
    if (network !== SANDBOX_NETWORK || chainId !== 84532)
      throw new RangeError(`sandbox payments exist on ${SANDBOX_NETWORK} only, not on ${network}`);
    this.clock = options.clock ?? systemClock;
  }

  async verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    const checked = this.check(request);
    if (checked.kind === 'refused') return checked;
    const spentBy = await this.options.nonces.spentBy(keyOf(request));
    return spentBy === undefined ? { kind: 'verified' } : refusal('payment_replayed', 'nonce_already_used');
  }

  /** Settling the same payment again succeeds again: a sandbox has no chain on which its first success could be found. */
  async settle(request: FacilitatorRequest): Promise<SettleOutcome> {
    const checked = this.check(request);
    if (checked.kind === 'refused') return checked;
    const spentBy = await this.options.nonces.spend(keyOf(request), checked.hash, this.clock.now());
    if (spentBy !== checked.hash) return { kind: 'nonce_used', reason: 'nonce_already_used' };
    const { payer, network } = request.expected;
    return { kind: 'settled', transaction: sandboxTransaction(checked.hash), payer, network };
  }

  health(): 'ok' {
    return 'ok';
  }

  private check(request: FacilitatorRequest): { readonly kind: 'good'; readonly hash: string } | FacilitatorRefusal {
    const signed = readAuthorization(request.paymentPayload);
    if (!signed) return refusal('payment_invalid', 'invalid_payload');
    const { authorization, signature }: SignedAuthorization = signed;
    const { expected } = request;
    if (authorization.to !== expected.payTo) return refusal('payment_wrong_payto', 'recipient_mismatch');
    if (authorization.value !== expected.value) return refusal('payment_underpaid', 'authorization_value');
    const domain = tokenDomain(this.options.terms);
    if (recoverSigner(domain, authorization, signature) !== authorization.from)
      return refusal('payment_invalid', 'invalid_signature', 'The signature is not the payer’s.');
    return { kind: 'good', hash: paymentHash(domain, authorization) };
  }
}

/** Can be taken for no transaction hash: it names the sandbox and lacks the 0x. */
function sandboxTransaction(hash: string): string {
  return `sandbox:${hash}`;
}

function keyOf({ expected }: FacilitatorRequest): Parameters<SandboxNonces['spentBy']>[0] {
  const { network, asset, payer, nonce } = expected;
  return { network, asset, payer, nonce };
}

function refusal(code: FacilitatorRefusal['code'], reason: string, message?: string): FacilitatorRefusal {
  return { kind: 'refused', code, reason, ...(message === undefined ? {} : { message }) };
}
