import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@stackcheck/contract';
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
  type RefusalLimit,
  type StoredAnswer,
} from '@stackcheck/payment-x402';
import { storedReference } from '../downloads/answer-reference';
import type { OpenDownload } from '../downloads/snapshot-downloads';
import type { FingerprintPieces } from '../payments/fingerprint';
import type { AnyRoute, HeldAnswer } from '../routes/define-route';
import type { ClientAddress } from './client-address';
import { conclude, type ConcludeParts } from './conclude';
import { headerValues } from './headers';
import type { Tally } from './journal';
import type { OverloadGate, Place, PlaceKind } from './overload-gate';
import type { Pins } from './pins';
import { authorizationOf, railOf } from './rail';
import { BrokenBody, bringsBody } from './read-body';
import { readInput, type RawInput } from './read-input';
import { RequestUses, type SharedUses } from './route-uses';
import { renderAnswer } from './send';
import type { Target } from './target';
import { unanswerable } from './unanswerable';

/** What selling an answer needs. */
export interface CheckoutParts extends ConcludeParts, SharedUses {
  readonly overload: OverloadGate;
  /** Absent when payments are off; then readiness answers first. */
  readonly gate: PaymentGate | undefined;
  /** Absent when the L402 rail is off. */
  readonly l402: L402Gate | undefined;
  readonly refusals: Pick<RefusalLimit, 'count'>;
  readonly priced: ReadonlyMap<AnyRoute, { readonly route: PricedRoute; readonly offer: CompiledOffer }>;
  readonly clientAddress: ClientAddress;
  fingerprint(pieces: FingerprintPieces): string;
}

/** A request that brings a payment, or asks for an invoice. */
export interface PayingRequest {
  readonly route: AnyRoute;
  readonly target: Target;
  readonly pins: Pins;
  readonly nowMs: number;
  readonly tally: Tally;
}

type KeptAnswer = Pick<StoredAnswer, 'body' | 'packed' | 'contentType'>;

const NO_BODY = new Uint8Array();

/** A request is refused for what its header says, as soon as that is known to need no body. */
class BodyWanted extends Error {}

type Admission = AdmittedPayment | PaidAnswer | GateRefusal;

/**
 * Sells one answer: what costs nothing is checked first, then the body is received, and only a complete request takes a
 * place among those that are worked on. Nothing is settled before the whole answer exists.
 */
export class Checkout {
  constructor(private readonly parts: CheckoutParts) {}

  /** @throws ServiceError for everything that is no outcome of the payment */
  async serve(
    entered: PayingRequest,
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { parts } = this;
    if (parts.overload.sheds()) throw this.shed();
    const client = parts.clientAddress(request);
    const rail = railOf(request, parts.l402 !== undefined);
    if (rail === 'both') return this.conclude(TWO_PAYMENTS, entered, response);
    const takesBody = entered.route.body !== undefined || bringsBody(request);
    const admit =
      rail === 'l402'
        ? this.byL402(entered, raw, request, client)
        : await this.byX402(entered, raw, request, client, takesBody);
    if (typeof admit !== 'function') return this.conclude(admit, entered, response);

    // Of a route that takes none it is read all the same: a connection that closes over unread bytes is reset (RFC 9112
    // section 9.6), and the end of an answer that was paid for would be lost.
    if (takesBody) await this.receive(raw, client);
    const place = this.enter('work', client);
    try {
      await this.sell(await admit(), entered, raw, request, response);
    } finally {
      place.leave();
    }
  }

  /** A refusal, or how to ask for admission once the body is in. */
  private async byX402(
    entered: PayingRequest,
    raw: RawInput,
    request: IncomingMessage,
    client: string,
    takesBody: boolean,
  ): Promise<GateRefusal | (() => Promise<Admission>)> {
    const gate = this.parts.gate!;
    const presented: PresentedPayment = {
      ...this.asked(entered, client),
      paymentSignature: headerValues(request, 'payment-signature'),
      xPayment: headerValues(request, 'x-payment'),
      fingerprint: () => this.fingerprint(entered, raw),
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
    entered: PayingRequest,
    raw: RawInput,
    request: IncomingMessage,
    client: string,
  ): () => Promise<Admission> {
    const authorization = authorizationOf(request);
    const fingerprint = (): Promise<string> => this.fingerprint(entered, raw);
    const whyNot = (): Promise<string | null> => unanswerable(this.parts, entered, raw, request);
    const asked = this.asked(entered, client);
    return () => this.parts.l402!.admit({ ...asked, fingerprint, authorization, unanswerable: whyNot });
  }

  private asked(
    { route, target }: PayingRequest,
    client: string,
  ): Pick<PresentedPayment, 'route' | 'resourceUrl' | 'offeredUrl' | 'client'> {
    const resourceUrl = this.resourceUrl(target);
    const offeredUrl = offeredResource(resourceUrl, this.parts.baseUrl, route.path);
    const priced = this.parts.priced.get(route)!.route;
    return { route: priced, resourceUrl, client, ...(offeredUrl === undefined ? {} : { offeredUrl }) };
  }

  /** Reads the body while the client holds a place for it; one that breaks off or takes too long counts as a refusal. */
  private async receive(raw: RawInput, client: string): Promise<void> {
    const place = this.enter('body', client);
    try {
      await raw.body();
    } catch (error) {
      if (error instanceof BrokenBody) this.parts.refusals.count(client, null);
      throw error;
    } finally {
      place.leave();
    }
  }

  private async sell(
    admission: Admission,
    entered: PayingRequest,
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { route } = entered;
    if (admission.kind !== 'admitted') {
      return this.conclude(admission, entered, response).catch((error: unknown) => {
        throw this.afterSettling(error);
      });
    }

    entered.tally.payer = admission.payer;
    let settling = false;
    let download: OpenDownload | undefined;
    try {
      const input = await readInput(route, raw);
      const answer = route.answer(input, new RequestUses(this.parts, entered, request));
      if ('download' in answer) download = await this.parts.downloads.prepare(answer.download);
      const { body, packed, contentType }: KeptAnswer =
        'download' in answer ? storedReference(download!.reference) : await this.kept(answer);
      const snapshotIds = entered.pins.snapshotIds();
      settling = true;
      const outcome = await admission.settle({ status: 200, contentType, body, packed, snapshotIds });
      await this.conclude(outcome, entered, response, download);
    } catch (error) {
      download?.close();
      throw settling ? this.afterSettling(error) : error;
    } finally {
      if (!settling) admission.release();
    }
  }

  /** What the ledger keeps: the answer, or for the download of a whole snapshot a reference to the one copy of it. */
  private async kept(answer: HeldAnswer): Promise<KeptAnswer> {
    if (!('snapshot' in answer) || !answer.snapshot) return renderAnswer(answer);
    try {
      return storedReference(await this.parts.sold.keep({ ...answer.snapshot, body: answer.bytes }));
    } catch (error) {
      this.parts.onUnexpected(error);
      throw error;
    }
  }

  /** From the settlement on, nobody may be told that nothing was charged. */
  private afterSettling(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    this.parts.onUnexpected(error);
    const message = 'an unexpected error; if this payment was settled, the same request with it gives the answer';
    return new ServiceError('internal', { message });
  }

  private async fingerprint({ route, target }: PayingRequest, raw: RawInput): Promise<string> {
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

  private conclude(
    outcome: PaidAnswer | GateRefusal,
    { route, target, tally }: PayingRequest,
    response: ServerResponse,
    download?: OpenDownload,
  ): Promise<void> {
    const { offer } = this.parts.priced.get(route)!;
    return conclude(this.parts, outcome, { url: this.resourceUrl(target), offer, tally, download }, response);
  }

  /** From configuration and the request line only, never from Host or forwarded headers. */
  private resourceUrl({ path, query }: Target): string {
    return this.parts.baseUrl + path + (query === null ? '' : `?${query}`);
  }

  private enter(kind: PlaceKind, client: string): Place {
    const place = this.parts.overload.enter(kind, client);
    if (place === 'full') throw this.shed();
    if (place !== 'client_full') return place;
    throw new ServiceError('rate_limited', {
      message: 'too many requests of this client are under way; this payment was not looked at',
      retryAfterSeconds: this.parts.overload.retryAfterSeconds(),
    });
  }

  private shed(): ServiceError {
    return new ServiceError('paused', {
      message: 'the service is busy; this payment was not looked at',
      retryAfterSeconds: this.parts.overload.retryAfterSeconds(),
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
