import type { FingerprintPieces } from '@stackcheck/payment-http/request';
import type { L402Gate } from '@stackcheck/payment-l402';
import type { PaymentGate } from '@stackcheck/payment-x402';
import type { AdmittedPayment } from '@stackcheck/payment-x402/gate';
import { offeredResource } from '@stackcheck/payment-x402/offer';
import type { PresentedPayment } from '@stackcheck/payment-x402/read';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { Call, SentPayment } from './call';

/** What asking a gate for admission needs. */
export interface RailDeps {
  readonly baseUrl: string;
  /** Absent when payments are off; then readiness answers first. */
  readonly gate: PaymentGate | undefined;
  /** Absent when the L402 rail is off. */
  readonly l402: L402Gate | undefined;
  fingerprint(pieces: FingerprintPieces): string;
}

/** A call that asks to be admitted by one of the rails. */
export interface AskedAdmission {
  readonly call: Call;
  readonly payment: SentPayment;
  /** Whether it has a body that has not been read yet. */
  readonly takesBody: boolean;
  /** Why it has no answer even when paid, in a sentence; null when it has one. */
  unanswerable(): Promise<string | null>;
}

/** What a gate says of a payment. */
export type Admission = AdmittedPayment | PaidAnswer | GateRefusal;

/** A request is refused for what its payment says, as soon as that is known to need no body. */
class BodyWanted extends Error {}

/** The gates of all rails, which have the same verbs. */
export class PaymentRails {
  constructor(private readonly deps: RailDeps) {}

  /** A refusal that needs no body, or how to ask for admission once the body is in. */
  async ask({
    call,
    payment,
    takesBody,
    unanswerable,
  }: AskedAdmission): Promise<GateRefusal | (() => Promise<Admission>)> {
    if (payment.rail === 'both') return TWO_PAYMENTS;
    if (payment.rail === 'l402') return this.byL402(call, payment, unanswerable);
    return this.byX402(call, payment, takesBody);
  }

  private async byX402(
    call: Call,
    sent: Extract<SentPayment, { rail: 'x402' }>,
    takesBody: boolean,
  ): Promise<GateRefusal | (() => Promise<Admission>)> {
    const gate = this.deps.gate!;
    // Written out and not spread, as in `verifyPayment`.
    const asked = this.asked(call);
    const presented: PresentedPayment = {
      route: asked.route,
      resourceUrl: asked.resourceUrl,
      offeredUrl: asked.offeredUrl,
      client: asked.client,
      paymentSignature: sent.paymentSignature,
      xPayment: sent.xPayment,
      payload: sent.payload,
      fingerprint: () => this.fingerprint(call),
      isGone: () => call.isGone(),
    };
    const opened = gate.open(presented);
    if (opened.kind === 'refused') return opened;
    if (opened.fault && takesBody) {
      const refused = await withoutBody((fingerprint) => gate.admit({ ...presented, fingerprint }, opened));
      if (refused) return refused;
    }
    return () => gate.admit(presented, opened);
  }

  private byL402(
    call: Call,
    { authorization }: Extract<SentPayment, { rail: 'l402' }>,
    unanswerable: () => Promise<string | null>,
  ): GateRefusal | (() => Promise<Admission>) {
    const gate = this.deps.l402!;
    const waiting = gate.mustWait({ client: call.client, authorization });
    if (waiting) return waiting;
    const fingerprint = (): Promise<string> => this.fingerprint(call);
    return () => gate.admit({ fingerprint, authorization, unanswerable, ...this.asked(call) });
  }

  private asked({
    route,
    resource,
    priced,
    client,
  }: Call): Pick<PresentedPayment, 'route' | 'resourceUrl' | 'offeredUrl' | 'client'> {
    const offeredUrl = offeredResource(resource, this.deps.baseUrl, route.path);
    return { route: priced!.route, resourceUrl: resource, client, offeredUrl };
  }

  private async fingerprint({ route, target, input }: Call): Promise<string> {
    return this.deps.fingerprint({
      method: route.method,
      routeId: route.operationId,
      path: target.path,
      query: target.query,
      body: route.body ? await input.body() : undefined,
      // What the route's class refuses is distinguished by its bytes.
      json: route.body
        ? await input.json().then(
            ({ plain }) => plain,
            () => undefined,
          )
        : undefined,
    });
  }
}

const TWO_PAYMENTS: GateRefusal = {
  kind: 'refused',
  code: 'payment_invalid',
  message: 'Send one payment, not two.',
};

/** The refusal that a payment gets whatever its body; null where the ledger knows it, so that the body decides. */
async function withoutBody(
  admit: (fingerprint: () => Promise<string>) => Promise<Admission>,
): Promise<GateRefusal | null> {
  try {
    const outcome = await admit(() => Promise.reject(new BodyWanted()));
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'admitted') outcome.release();
    return null;
  } catch (error) {
    if (error instanceof BodyWanted) return null;
    throw error;
  }
}
