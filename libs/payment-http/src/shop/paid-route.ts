import type { ServerResponse } from 'node:http';
import type { PaymentGate } from '@stackcheck/payment-x402';
import type { AdmittedPayment } from '@stackcheck/payment-x402/gate';
import { offeredResource } from '@stackcheck/payment-x402/offer';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { ClientAddress } from '../request/client-address';
import { ClientPresence } from '../request/client-presence';
import { headerValues } from '../request/header-values';
import { onceSent } from '../request/once-sent';
import { askedFor, hasUnreadBody, type AskedFor, type ShopRequest } from './asked-for';
import { offersOf, type OfferTerms, type PaidOffer } from './paid-offer';
import { storedAnswer } from './stored-answer';
import { writeOffer, writePaid, writeRefusal } from './write';

/** What routes sell through. */
export interface SellingDeps extends OfferTerms {
  readonly gate: PaymentGate;
  readonly client: ClientAddress;
  /** Why nothing is sold now; null while all is well. */
  closedFor(): GateRefusal | null;
  receipt(url: string, paid: PaidAnswer): Promise<Readonly<Record<string, string>>>;
  /** A fault that no caller sees. */
  onError(error: unknown): void;
}

/** Middleware of Express, and of every framework that calls it the same. */
export type Handler<R> = (request: R, response: ServerResponse, next: (error?: unknown) => void) => void;

/** A call with what is known of it before its payment is looked at. */
interface Call {
  readonly request: ShopRequest;
  readonly response: ServerResponse;
  readonly asked: AskedFor;
  readonly offer: ReturnType<ReturnType<typeof offersOf>>;
}

/**
 * Middleware that sells what `answer` gives. Without a payment it offers; with one it asks the gate, has the answer made, keeps
 * it, settles, and only then sends it. An answer that throws charges nothing and goes to `next`.
 * @throws ShopError of code `option`
 */
export function paidRoute<R extends ShopRequest>(
  deps: SellingDeps,
  sold: PaidOffer,
  answer: (request: R) => unknown,
): Handler<R> {
  const offerOf = offersOf(sold, deps);
  return (request, response, next) => {
    sell(request, response).catch(next);
  };

  async function sell(request: R, response: ServerResponse): Promise<void> {
    const asked = askedFor(request, sold, deps.baseUrl);
    const call: Call = { request, response, asked, offer: offerOf(asked.template) };
    const { headers, method } = request;
    const pays = headers['payment-signature'] !== undefined || headers['x-payment'] !== undefined;
    // A HEAD has no answer to buy: the offer says what a GET costs.
    if (!pays || method === 'HEAD') return writeOffer(response, call.offer.render(asked.url));
    const closed = deps.closedFor();
    if (closed) return refuse(call, closed);
    if (hasUnreadBody(request))
      throw new Error(`the body of ${sold.id} was not read: put a parser before the route, e.g. express.json()`);
    const admission = await deps.gate.admit({
      route: call.offer.route,
      resourceUrl: asked.url,
      offeredUrl: offeredResource(asked.url, deps.baseUrl, asked.template),
      paymentSignature: headerValues(request, 'payment-signature'),
      xPayment: headerValues(request, 'x-payment'),
      client: deps.client(request),
      fingerprint: asked.fingerprint,
      isGone: isGoneOf(request, response),
    });
    if (admission.kind === 'refused') return refuse(call, admission);
    if (admission.kind === 'paid') return deliver(call, admission);
    return admitted(call, admission, request);
  }

  async function admitted(call: Call, admission: AdmittedPayment, request: R): Promise<void> {
    let settling = false;
    try {
      const stored = storedAnswer(await answer(request), sold.contentType);
      settling = true;
      const outcome = await admission.settle(stored);
      return outcome.kind === 'paid' ? await deliver(call, outcome) : refuse(call, outcome);
    } catch (error) {
      if (!settling) {
        admission.release();
        throw error;
      }
      // It may be settled, so it must not be called free.
      deps.onError(error);
      refuse(call, { kind: 'refused', code: 'settlement_unknown' });
    }
  }

  async function deliver({ asked, response }: Call, paid: PaidAnswer): Promise<void> {
    const receipt = await deps.receipt(asked.url, paid).catch((error: unknown) => {
      // The answer is paid for: it is worth more than its receipt.
      deps.onError(error);
      return {};
    });
    writePaid(response, paid, receipt);
    // Only now: an error that was written in its place would be no delivery.
    onceSent(response, () => void paid.delivered().catch(deps.onError));
  }

  function refuse({ response, offer, asked }: Call, refusal: GateRefusal): void {
    if (response.headersSent || response.destroyed) return void response.destroy();
    writeRefusal(response, refusal, { offer, url: asked.url, errorsUrl: deps.errorsUrl });
  }
}

function isGoneOf(request: ShopRequest, response: ServerResponse): () => boolean | Promise<boolean> {
  const presence = new ClientPresence(request, response);
  return () => presence.isGone();
}
