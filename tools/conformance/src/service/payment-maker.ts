import { encodeHeader } from '@stackcheck/payment-x402/read';
import { signTestPayment, type TestPayment, type TestPaymentOptions } from '@stackcheck/payment-x402/testing';
import { BASE_URL, type ConformanceService } from './start-service';

/** Signs payments with a key that holds nothing; each has a nonce that no other had. */
export class PaymentMaker {
  private nonces = 0;

  constructor(private readonly service: Pick<ConformanceService, 'terms' | 'clock'>) {}

  /**
   * A payment for a request target, good unless changed.
   * @param price atomic USDC
   * @param target path and query as they are sent
   */
  make(price: bigint, target: string, changes: Partial<TestPaymentOptions> = {}): TestPayment {
    return signTestPayment({
      terms: this.service.terms,
      route: { price },
      resourceUrl: BASE_URL + target,
      nowSeconds: Math.floor(this.service.clock.now() / 1000),
      nonce: this.nextNonce(),
      ...changes,
    });
  }

  private nextNonce(): string {
    this.nonces += 1;
    return `0x${this.nonces.toString(16).padStart(64, '0')}`;
  }
}

/** A payload as the text of a payment header. */
export const toHeader = (payload: unknown): string => encodeHeader(payload);
