import type { Facilitator } from '@stackcheck/payment-x402';
import type { FacilitatorRequest, SettleOutcome, VerifyOutcome } from '@stackcheck/payment-x402/facilitator';
import type { Tracing } from './tracing';

/** The same facilitator, each call of which is a span. */
export class TracedFacilitator implements Facilitator {
  constructor(
    private readonly inner: Facilitator,
    private readonly tracing: Tracing,
  ) {}

  get name(): string {
    return this.inner.name;
  }

  get evidence(): Facilitator['evidence'] {
    return this.inner.evidence;
  }

  health(): ReturnType<Facilitator['health']> {
    return this.inner.health();
  }

  states() {
    return this.inner.states?.() ?? [];
  }

  verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    return this.call('stackcheck.verify', () => this.inner.verify(request));
  }

  settle(request: FacilitatorRequest, timeoutMs?: number): Promise<SettleOutcome> {
    return this.call('stackcheck.settle', () => this.inner.settle(request, timeoutMs));
  }

  private call<T extends { readonly kind: string }>(name: `stackcheck.${string}`, act: () => Promise<T>): Promise<T> {
    const facts = { 'stackcheck.facilitator': this.name };
    return this.tracing.step(
      { name, facts, isCall: true, factsOf: ({ kind }) => ({ 'stackcheck.outcome': kind }) },
      act,
    );
  }
}
