import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@stackcheck/contract';
import {
  type AdmittedPayment,
  type GateRefusal,
  type PaidAnswer,
  type RefusalLimit,
  type StoredAnswer,
} from '@stackcheck/payment-x402';
import { storedReference } from './downloads/answer-reference';
import type { OpenDownload } from './downloads/snapshot-downloads';
import type { AnyRoute, HeldAnswer, RouteAnswer } from '../catalogue/define-route';
import type { ClientAddress } from '../http/client-address';
import { ClientBudget, type ClientBudgetParts } from './client-budget';
import { ClientPresence } from '../http/client-presence';
import { conclude, type ConcludeParts } from '../http/conclude';
import type { AccessRecord } from '../operations/access-log';
import { proofWanted, type MeteredWork } from './metered-work';
import type { OverloadGate, Place, PlaceKind } from '../operations/overload-gate';
import { PaymentRails, resourceUrlOf, type Admission, type RailParts } from './payment-rails';
import type { Pins } from './pins';
import { BrokenBody, bringsBody } from '../http/read-body';
import { readInput, type RawInput } from './read-input';
import { AT_ONCE_MS, RequestDeps, type SharedDeps } from './route-uses';
import { renderAnswer } from '../http/send';
import type { Target } from '../input/target';
import { unanswerable } from './unanswerable';

/** What selling an answer needs. */
export interface CheckoutParts extends RailParts, ConcludeParts, SharedDeps, ClientBudgetParts {
  readonly overload: OverloadGate;
  readonly refusals: Pick<RefusalLimit, 'count'>;
  readonly clientAddress: ClientAddress;
}

/** A request that brings a payment, or asks for an invoice. */
export interface PayingRequest {
  readonly route: AnyRoute;
  readonly target: Target;
  readonly pins: Pins;
  readonly nowMs: number;
  readonly tally: AccessRecord;
}

type KeptAnswer = Pick<StoredAnswer, 'body' | 'gzipped' | 'contentType'>;

/**
 * Sells one answer: what costs nothing is checked first, then the body is received, and only a complete request takes a
 * place among those that are worked on. Nothing is settled before the whole answer exists.
 */
export class Checkout {
  private readonly rails: PaymentRails;
  private readonly budget: ClientBudget;

  constructor(private readonly parts: CheckoutParts) {
    this.rails = new PaymentRails(parts);
    this.budget = new ClientBudget(parts);
  }

  /** @throws ServiceError for everything that is no outcome of the payment */
  async serve(
    context: PayingRequest,
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { parts } = this;
    if (parts.overload.sheds()) throw this.shed();
    const client = parts.clientAddress(request);
    this.budget.require(client);
    const takesBody = context.route.body !== undefined || bringsBody(request);
    const presence = new ClientPresence(request, response);
    const whyNot = (): Promise<string | null> =>
      unanswerable(this.parts, context, raw, request, this.budget.meter(client));
    const admit = await this.rails.ask({
      ...context,
      raw,
      request,
      client,
      takesBody,
      unanswerable: whyNot,
      isGone: () => presence.isGone(),
    });
    if (typeof admit !== 'function') return this.conclude(admit, context, response);

    // Of a route that takes none it is read all the same: a connection that closes over unread bytes is reset (RFC 9112
    // section 9.6), and the end of an answer that was paid for would be lost.
    if (takesBody) await this.receive(raw, client);
    const place = this.enter('work', client);
    try {
      await this.sell(await admit(), { ...context, client }, raw, request, response);
    } finally {
      place.leave();
    }
  }

  /** Reads the body while the client holds a place for it; one that breaks off or takes too long counts as a refusal. */
  private async receive(raw: RawInput, client: string): Promise<void> {
    const place = this.enter('body', client, () => raw.giveUp());
    try {
      await raw.body();
    } catch (error) {
      if (error instanceof BrokenBody) {
        this.parts.refusals.count(client, null);
        this.parts.overload.count(error.detail.status === 408 ? 'slow_body' : 'broken_body');
      }
      this.budget.meter(client);
      throw error;
    } finally {
      place.leave();
    }
  }

  private async sell(
    admission: Admission,
    context: PayingRequest & { readonly client: string },
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (admission.kind !== 'admitted') {
      if (admission.kind === 'refused') this.budget.meter(context.client);
      return this.conclude(admission, context, response).catch((error: unknown) => {
        throw this.afterSettling(error);
      });
    }

    context.tally.payer = admission.payer;
    const work = this.budget.meter(context.client);
    let settling = false;
    let download: OpenDownload | undefined;
    try {
      const answer = await this.answer(admission, context, raw, request, work);
      if ('kind' in answer) {
        settling = true;
        return await this.conclude(answer, context, response);
      }
      if ('download' in answer) download = await this.parts.downloads.prepare(answer.download);
      const { body, gzipped, contentType }: KeptAnswer =
        'download' in answer ? storedReference(download!.reference) : await this.kept(answer);
      const snapshotIds = context.pins.snapshotIds();
      settling = true;
      const outcome = await admission.settle({ status: 200, contentType, body, gzipped, snapshotIds });
      // A held payment is answered out of the ledger: nobody computes for it again.
      if (outcome.kind === 'paid' || outcome.code === 'settlement_unknown') work.giveBack();
      await this.conclude(outcome, context, response, download);
    } catch (error) {
      download?.close();
      throw settling ? this.afterSettling(error) : error;
    } finally {
      work.end();
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

  /**
   * The answer, or why the payment buys none. What costs more than a payment that turns out to be bad may cost comes after
   * proof: of the signature, or where that is not enough, of the purse.
   */
  private async answer(
    admission: AdmittedPayment,
    context: PayingRequest & { readonly client: string },
    raw: RawInput,
    request: IncomingMessage,
    work: MeteredWork,
  ): Promise<RouteAnswer | GateRefusal> {
    const { route, client } = context;
    // It may have waited in line, while others of its client spent what was left.
    await this.budget.within(client);
    const input = await work.reading(raw, () => readInput(route, raw));
    const deps = new RequestDeps(this.parts, context, request);
    const costMs = route.cost ? work.run(() => route.cost!(input, deps)) : 0;
    const level = proofWanted(costMs, this.parts.budget.spentMs(client));
    if (level !== null && admission.prove) {
      work.proving();
      const refused = await admission.prove(level);
      if (refused) return refused;
      await this.budget.within(client);
    }
    work.underWay();
    const answer = work.run(() => route.answer(input, deps));
    // What is computed in turns cannot be told from what others have in between.
    if (costMs >= AT_ONCE_MS) work.spend(costMs);
    return await answer;
  }

  /** From the settlement on, nobody may be told that nothing was charged. */
  private afterSettling(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    this.parts.onUnexpected(error);
    const message = 'an unexpected error; if this payment was settled, the same request with it gives the answer';
    return new ServiceError('internal', { message });
  }

  private conclude(
    outcome: PaidAnswer | GateRefusal,
    { route, target, tally }: PayingRequest,
    response: ServerResponse,
    download?: OpenDownload,
  ): Promise<void> {
    const { offer } = this.parts.priced.get(route)!;
    return conclude(
      this.parts,
      outcome,
      { url: resourceUrlOf(this.parts.baseUrl, target), offer, tally, download },
      response,
    );
  }

  private enter(kind: PlaceKind, client: string, giveWay?: () => void): Place {
    const place = this.parts.overload.enter(kind, client, giveWay);
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
