import type { IncomingMessage } from 'node:http';
import type { L402Gate } from '@stackcheck/payment-l402';
import {
  offeredResource,
  type AdmittedPayment,
  type CompiledOffer,
  type GateRefusal,
  type PaidAnswer,
  type PaymentGate,
  type PresentedPayment,
  type PricedRoute,
} from '@stackcheck/payment-x402';
import type { FingerprintPieces } from './payments/fingerprint';
import type { AnyRoute } from '../catalogue/define-route';
import { headerValues } from '../http/headers';
import { authorizationOf, railOf } from './rail';
import type { RawInput } from './read-input';
import type { Target } from '../input/target';

/** What asking a gate for admission needs. */
export interface RailParts {
  readonly baseUrl: string;
  /** Absent when payments are off; then readiness answers first. */
  readonly gate: PaymentGate | undefined;
  /** Absent when the L402 rail is off. */
  readonly l402: L402Gate | undefined;
  readonly priced: ReadonlyMap<AnyRoute, { readonly route: PricedRoute; readonly offer: CompiledOffer }>;
  fingerprint(pieces: FingerprintPieces): string;
}

/** A request that asks to be admitted by one of the rails. */
export interface AskingRequest {
  readonly route: AnyRoute;
  readonly target: Target;
  readonly raw: RawInput;
  readonly request: IncomingMessage;
  readonly client: string;
  /** Whether it has a body that has not been read yet. */
  readonly takesBody: boolean;
  /** Whether nobody waits for its answer any more. */
  isGone(): boolean | Promise<boolean>;
  /** Why it has no answer even when paid, in a sentence; null when it has one. */
  unanswerable(): Promise<string | null>;
}

/** What a gate says of a payment. */
export type Admission = AdmittedPayment | PaidAnswer | GateRefusal;

const NO_BODY = new Uint8Array();

/** A request is refused for what its header says, as soon as that is known to need no body. */
class BodyWanted extends Error {}

/** The gates of all rails, which have the same verbs. */
export class PaymentRails {
  constructor(private readonly parts: RailParts) {}

  /** A refusal that needs no body, or how to ask for admission once the body is in. */
  async ask(asking: AskingRequest): Promise<GateRefusal | (() => Promise<Admission>)> {
    const rail = railOf(asking.request, this.parts.l402 !== undefined);
    if (rail === 'both') return TWO_PAYMENTS;
    return rail === 'l402' ? this.byL402(asking) : this.byX402(asking);
  }

  private async byX402(asking: AskingRequest): Promise<GateRefusal | (() => Promise<Admission>)> {
    const gate = this.parts.gate!;
    const { request } = asking;
    const presented: PresentedPayment = {
      ...this.asked(asking),
      paymentSignature: headerValues(request, 'payment-signature'),
      xPayment: headerValues(request, 'x-payment'),
      fingerprint: () => this.fingerprint(asking),
      isGone: () => asking.isGone(),
    };
    const opened = gate.open(presented);
    if (opened.kind === 'refused') return opened;
    if (opened.fault && asking.takesBody) {
      const refused = await withoutBody((fingerprint) => gate.admit({ ...presented, fingerprint }, opened));
      if (refused) return refused;
    }
    return () => gate.admit(presented, opened);
  }

  private byL402(asking: AskingRequest): GateRefusal | (() => Promise<Admission>) {
    const gate = this.parts.l402!;
    const authorization = authorizationOf(asking.request);
    const waiting = gate.mustWait({ client: asking.client, authorization });
    if (waiting) return waiting;
    const fingerprint = (): Promise<string> => this.fingerprint(asking);
    const whyNot = (): Promise<string | null> => asking.unanswerable();
    return () => gate.admit({ ...this.asked(asking), fingerprint, authorization, unanswerable: whyNot });
  }

  private asked({
    route,
    target,
    client,
  }: AskingRequest): Pick<PresentedPayment, 'route' | 'resourceUrl' | 'offeredUrl' | 'client'> {
    const resourceUrl = resourceUrlOf(this.parts.baseUrl, target);
    const offeredUrl = offeredResource(resourceUrl, this.parts.baseUrl, route.path);
    const priced = this.parts.priced.get(route)!.route;
    return { route: priced, resourceUrl, client, ...(offeredUrl === undefined ? {} : { offeredUrl }) };
  }

  private async fingerprint({ route, target, raw }: AskingRequest): Promise<string> {
    return this.parts.fingerprint({
      method: route.method,
      routeId: route.operationId,
      path: target.path,
      query: target.query,
      body: route.body ? await raw.body() : NO_BODY,
      // What the route's class refuses is told apart by its bytes.
      json: route.body
        ? await raw.json().then(
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

/** From configuration and the request line only, never from Host or forwarded headers. */
export function resourceUrlOf(baseUrl: string, { path, query }: Target): string {
  return baseUrl + path + (query === null ? '' : `?${query}`);
}
