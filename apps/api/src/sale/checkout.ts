import { ServiceError } from '@stackcheck/contract';
import type { StoredAnswer } from '@stackcheck/payment-x402';
import type { AdmittedPayment } from '@stackcheck/payment-x402/gate';
import type { RefusalLimit } from '@stackcheck/payment-x402/refusals';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { HeldAnswer, RouteAnswer, RouteDeps } from '../catalogue/define-route';
import type { OverloadGate, Place, PlaceKind } from '../operations/overload-gate';
import { BrokenBody } from './broken-body';
import type { Call, SentPayment } from './call';
import { ClientBudget, type ClientBudgetDeps } from './client-budget';
import { deliver, refusedSale, type DeliveryDeps } from './deliver';
import { storedReference } from './downloads/answer-reference';
import type { OpenDownload } from './downloads/snapshot-downloads';
import { proofWanted, type MeteredWork } from './metered-work';
import { PaymentRails, type Admission, type RailDeps } from './rails';
import { readInput } from './read-input';
import { renderAnswer } from './render-answer';
import { AT_ONCE_MS, RequestDeps, type SharedDeps } from './request-deps';
import type { Sale } from './sale';
import { unanswerable } from './unanswerable';
import { afterSettling } from './unexpected-faults';

/** What selling an answer needs. */
export interface CheckoutDeps extends RailDeps, DeliveryDeps, SharedDeps, ClientBudgetDeps {
  readonly overload: OverloadGate;
  readonly refusals: Pick<RefusalLimit, 'count'>;
  /** Stands around the making of each answer; absent where it is not traced. */
  readonly answering?: (act: () => Promise<RouteAnswer>) => Promise<RouteAnswer>;
  onUnexpected(error: unknown): void;
}

/** A call with what its route may use, made once. */
interface Purchase {
  readonly call: Call;
  readonly routeDeps: RouteDeps;
}

type KeptAnswer = Pick<StoredAnswer, 'body' | 'gzipped' | 'contentType'>;

/**
 * Sells one answer: what costs nothing is checked first, then the body is received, and only a complete request takes a
 * place among those that are worked on. Nothing is settled before the whole answer exists.
 */
export class Checkout {
  private readonly rails: PaymentRails;
  private readonly budget: ClientBudget;

  constructor(private readonly deps: CheckoutDeps) {
    this.rails = new PaymentRails(deps);
    this.budget = new ClientBudget(deps);
  }

  /** @throws ServiceError for everything that is no outcome of the payment */
  async buy(call: Call, payment: SentPayment): Promise<Sale> {
    const { deps } = this;
    if (deps.overload.sheds()) throw this.shed();
    const { client, input } = call;
    this.budget.require(client);
    const takesBody = call.route.body !== undefined || input.bringsBody;
    const routeDeps = new RequestDeps(deps, call);
    const admit = await this.rails.ask({
      call,
      payment,
      takesBody,
      unanswerable: () => unanswerable(call, routeDeps, this.budget.meter(client), deps.downloads),
    });
    if (typeof admit !== 'function') return refusedSale(admit, call);
    // Of a route that takes none it is read all the same: a connection that closes over unread bytes is reset (RFC 9112
    // section 9.6), and the end of an answer that was paid for would be lost.
    if (takesBody) await this.receive(call);
    const place = this.takePlace('work', client);
    try {
      return await this.admitted(await admit(), { call, routeDeps });
    } finally {
      place.leave();
    }
  }

  /** Reads the body while the client holds a place for it; one that breaks off or takes too long counts as a refusal. */
  private async receive({ client, input }: Call): Promise<void> {
    const place = this.takePlace('body', client, () => input.giveUp());
    try {
      await input.body();
    } catch (error) {
      if (error instanceof BrokenBody) {
        this.deps.refusals.count(client, null);
        this.deps.overload.count(error.why);
      }
      this.budget.meter(client);
      throw error;
    } finally {
      place.leave();
    }
  }

  private async admitted(admission: Admission, purchase: Purchase): Promise<Sale> {
    const { call } = purchase;
    if (admission.kind === 'admitted') return this.sell(admission, purchase);
    if (admission.kind === 'refused') {
      this.budget.meter(call.client);
      return refusedSale(admission, call);
    }
    try {
      return await deliver(this.deps, admission, call);
    } catch (error) {
      throw afterSettling(error, this.deps.onUnexpected);
    }
  }

  private async sell(admission: AdmittedPayment, purchase: Purchase): Promise<Sale> {
    const { call } = purchase;
    call.record.payer = admission.payer;
    const work = this.budget.meter(call.client);
    let settling = false;
    let download: OpenDownload | undefined;
    try {
      const answer = await this.answer(admission, purchase, work);
      if ('kind' in answer) {
        settling = true;
        return refusedSale(answer, call);
      }
      if ('download' in answer) download = await this.deps.downloads.prepare(answer.download);
      const { body, gzipped, contentType }: KeptAnswer =
        'download' in answer ? storedReference(download!.reference) : await this.kept(answer);
      const snapshotIds = call.pins.snapshotIds();
      settling = true;
      const outcome = await admission.settle({ status: 200, contentType, body, gzipped, snapshotIds });
      // A held payment is answered out of the ledger: it is not computed again.
      if (outcome.kind === 'paid' || outcome.code === 'settlement_unknown') work.giveBack();
      return await this.settled(outcome, call, download);
    } catch (error) {
      download?.close();
      throw settling ? afterSettling(error, this.deps.onUnexpected) : error;
    } finally {
      work.end();
      if (!settling) admission.release();
    }
  }

  private async settled(outcome: PaidAnswer | GateRefusal, call: Call, download?: OpenDownload): Promise<Sale> {
    if (outcome.kind === 'paid') return deliver(this.deps, outcome, call, download);
    download?.close();
    return refusedSale(outcome, call);
  }

  /** What the ledger keeps: the answer, or for the download of a whole snapshot a reference to the one copy of it. */
  private async kept(answer: HeldAnswer): Promise<KeptAnswer> {
    if (!('snapshot' in answer) || !answer.snapshot) return renderAnswer(answer);
    try {
      return storedReference(await this.deps.sold.keep({ ...answer.snapshot, body: answer.bytes }));
    } catch (error) {
      this.deps.onUnexpected(error);
      throw error;
    }
  }

  /**
   * The answer, or why the payment buys none. What costs more than a payment that turns out to be bad may cost comes after
   * proof: of the signature, or where that is not enough, of the purse.
   */
  private async answer(
    admission: AdmittedPayment,
    { call: { route, client, input: raw }, routeDeps }: Purchase,
    work: MeteredWork,
  ): Promise<RouteAnswer | GateRefusal> {
    // It may have waited in line, while others of its client spent what was left.
    await this.budget.within(client);
    const input = await work.reading(raw, () => readInput(route, raw));
    const costMs = route.cost ? work.run(() => route.cost!(input, routeDeps)) : 0;
    const level = proofWanted(costMs, this.deps.budget.spentMs(client));
    if (level !== null && admission.prove) {
      work.proving();
      const refused = await admission.prove(level);
      if (refused) return refused;
      await this.budget.within(client);
    }
    work.underWay();
    const compute = () => work.run(() => route.answer(input, routeDeps));
    const { answering } = this.deps;
    const answer = answering ? answering(async () => compute()) : compute();
    // What is computed in turns cannot be distinguished from what others have in between.
    if (costMs >= AT_ONCE_MS) work.spend(costMs);
    return await answer;
  }

  private takePlace(kind: PlaceKind, client: string, giveWay?: () => void): Place {
    const place = this.deps.overload.takePlace(kind, client, giveWay);
    if (place === 'full') throw this.shed();
    if (place !== 'client_full') return place;
    throw new ServiceError('rate_limited', {
      message: 'too many requests of this client are under way; this payment was not looked at',
      retryAfterSeconds: this.deps.overload.retryAfterSeconds(),
    });
  }

  private shed(): ServiceError {
    return new ServiceError('paused', {
      message: 'the service is busy; this payment was not looked at',
      retryAfterSeconds: this.deps.overload.retryAfterSeconds(),
    });
  }
}
