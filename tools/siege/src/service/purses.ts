import { computeAddress } from 'ethers';
import type { JudgedPayment, Verdict } from '@stackcheck/e2e/service';
import type { PaymentTerms } from '@stackcheck/payment-x402';
import { recoverSigner, tokenDomain } from '@stackcheck/payment-x402/signature';
import { PAYING_ATTACKER } from '../attackers/bogus-payments';

/** Judges payments as a facilitator does: who signed, and whether that purse holds anything. */
export class Purses {
  private readonly funded = new Set<string>();
  /** Signatures of payments that are known to be good; recovering their key again would cost the buyers' process time. */
  private readonly good = new Map<string, string>();

  /** @param buyers how many keys of honest buyers hold money, from number 0 */
  constructor(
    private readonly terms: PaymentTerms,
    buyers: number,
  ) {
    for (const number of [...Array(buyers).keys(), PAYING_ATTACKER]) this.funded.add(addressOf(number));
  }

  /** Remembers a payment that an honest buyer signed. @param header value of its payment header */
  remember(header: string): void {
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as { payload: JudgedPayment };
    this.good.set(
      payload.authorization.nonce.toLowerCase() + payload.authorization.from.toLowerCase(),
      payload.signature,
    );
  }

  /** What a facilitator says of a payment. */
  judge({ signature, authorization }: JudgedPayment): Verdict {
    const from = authorization.from.toLowerCase();
    if (this.good.get(authorization.nonce.toLowerCase() + from) === signature) return undefined;
    const { value, validAfter, validBefore } = authorization;
    const read = { value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) };
    const signed = { ...authorization, ...read, from, to: authorization.to.toLowerCase() };
    if (recoverSigner(tokenDomain(this.terms), signed, signature) !== from)
      return 'invalid_exact_evm_payload_signature';
    return this.funded.has(from) ? undefined : 'insufficient_funds';
  }
}

/** The address of a buyer's key, as `payAs` makes it from his number. */
function addressOf(number: number): string {
  return computeAddress(`0x${(number + 1).toString(16).padStart(64, '0')}`).toLowerCase();
}
