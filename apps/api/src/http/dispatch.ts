import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, type Clock } from '@stackcheck/contract';
import { type ClientAddress, ClientPresence } from '@stackcheck/payment-http/request';
import { descriptionOf, type AnyRoute, type KeptWith } from '../catalogue/define-route';
import type { Matcher } from '../catalogue/match';
import { prepareInput } from '../catalogue/route-input';
import { inspect, isInputError } from '../catalogue/service/dry-run';
import { readTarget } from '../input/target';
import type { AccessLog, AccessRecord } from '../operations/access-log';
import type { OpenCall, SentPayment } from '../sale/call';
import type { ClientBudget } from '../sale/client-budget';
import { readInput, type RawInput } from '../sale/read-input';
import { RequestDeps, type SharedDeps } from '../sale/request-deps';
import type { Sales } from '../sale/sales';
import { beforeSettling } from '../sale/unexpected-faults';
import { type BrowserPages, isNavigation, takesPages } from './browser-pages';
import { AnsweredBefore } from './answered-before';
import { accessEntry, type SeenRequest } from './access-entry';
import type { DryRunLimit } from './dry-run-limit';
import { codedForm, takesGzip } from './content-coding';
import { PREFLIGHT_HEADERS } from './headers';
import { PREFERENCE_APPLIED, prefersValidation } from './prefer';
import { announcesTooMuch, bodyTooLarge } from './read-body';
import { readPayment } from './read-payment';
import { requestInput } from './request-input';
import { guardAgainstSmuggling } from './request-smuggling-guard';
import { offerHeaders, send, sendError, sendFree, sendOffer, sendOfferPage } from './send';
import { writeSale } from './write-sale';

/** What a request needs from the rest of the service. */
export interface DispatchDeps extends SharedDeps {
  readonly clock: Clock;
  readonly matcher: Matcher;
  readonly sales: Sales;
  /** Whether the L402 rail is on. */
  readonly isL402On: boolean;
  readonly accessLog: AccessLog;
  /** How long the body of a request with a payment may take. */
  readonly paidBodyTimeoutMs: number;
  readonly dryRuns: DryRunLimit;
  readonly unpaidWork: Pick<ClientBudget, 'unpaid'>;
  readonly browserPages: BrowserPages;
  /** Whether what a document was made from still stands. */
  isCurrent(kept: KeptWith): boolean;
  readonly clientAddress: ClientAddress;
  onUnexpected(error: unknown): void;
}

/** A request that passed the preflight and still needs an answer. */
export interface RequestContext {
  readonly call: OpenCall;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly payment: SentPayment | undefined;
  /** Whether it asks only if its input would be accepted; then no payment is looked at. */
  readonly dryRun: boolean;
  readonly record: AccessRecord;
}

/** The walk of a request: preflight, input, and then its answer, its sale or its dry run. */
export class Dispatch {
  private readonly before: AnsweredBefore;

  constructor(private readonly deps: DispatchDeps) {
    this.before = new AnsweredBefore(deps);
    deps.matcher.routes.forEach(prepareInput);
  }

  /**
   * Synchronous: route, method, sizes, readiness, and the offer where no payment is brought. Returns undefined when the request is
   * answered.
   */
  preflight(request: IncomingMessage, response: ServerResponse): RequestContext | undefined {
    const { deps } = this;
    const startedMs = deps.clock.monotonic();
    if (this.before.answers(request, response, startedMs)) return undefined;
    const record: AccessRecord = { startedMs };
    let route: AnyRoute | undefined;
    try {
      guardAgainstSmuggling(request);
      const target = readTarget(request.url ?? '/');
      const method = request.method ?? 'GET';
      const match = deps.matcher.match(method, target.path);
      if (match.kind === 'malformed')
        throw new ServiceError('bad_request', { message: 'the path holds broken percent-encoding' });
      if (match.kind === 'none') throw new ServiceError('not_found', { message: 'there is no route at this path' });
      if (match.kind === 'method') return this.otherMethod(response, method, match.allow);
      ({ route } = match);
      if (announcesTooMuch(request)) throw bodyTooLarge();
      const call = deps.sales.open(route, target);
      const isPaid = route.price !== 'free';
      const mayPay = isPaid && method !== 'HEAD';
      const dryRun = mayPay && prefersValidation(request);
      const payment = mayPay && !dryRun ? readPayment(request, deps.isL402On) : undefined;
      if (!isPaid || payment || dryRun) return { call, pathParams: match.pathParams, payment, dryRun, record };
      const offer = deps.sales.offer(call);
      record.code = 'payment_required';
      if (isNavigation(request)) {
        sendOfferPage(response, offer, deps.browserPages.offer(route, call.resource));
        return undefined;
      }
      sendOffer(response, offer);
      this.before.keepOffer(request, route, { headers: offerHeaders(offer), body: offer.body });
    } catch (error) {
      this.fail(response, error, record, route);
    }
    if (deps.accessLog.everything) this.log(request, response, { route, paying: false, record });
    return undefined;
  }

  /** Reads what a request says and writes what it is answered. Never rejects because of a request. */
  async handle(context: RequestContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { call, payment, record } = context;
    const { route } = call;
    if (payment || this.deps.accessLog.everything) {
      const seen = { route, paying: payment !== undefined, record };
      response.once('close', () => this.log(request, response, seen));
    }
    try {
      const input = this.inputOf(context, request, response);
      if (context.dryRun || route.isDryRun) this.deps.dryRuns.consume(this.deps.clientAddress(request));
      if (context.dryRun) return await this.dryRun(call, input, request, response);
      if (payment) return await this.sell(context, payment, input, request, response);
      await this.answer(call, input, request, response);
    } catch (error) {
      this.fail(response, error, record, route);
    }
  }

  private async sell(
    { call, record }: RequestContext,
    payment: SentPayment,
    input: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { sales, baseUrl, clientAddress, onUnexpected } = this.deps;
    const presence = new ClientPresence(request, response);
    // Written out and not spread, as in `verifyPayment`.
    const sale = await sales.sell({
      route: call.route,
      target: call.target,
      resource: call.resource,
      pins: call.pins,
      nowMs: call.nowMs,
      priced: call.priced,
      input,
      client: clientAddress(request),
      payment,
      record,
      isGone: () => presence.isGone(),
      takesGzip: takesGzip(request),
      header: (name) => request.headers[name],
    });
    if (sale.kind === 'refused') record.code = sale.error.code;
    writeSale(response, sale, { baseUrl, schema: descriptionOf(call.route), onUnexpected });
  }

  /** The answer of a free route. */
  private async answer(
    call: OpenCall,
    input: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { route } = call;
    await readUnwanted(route, input);
    const [read, routeDeps] = [await readInput(route, input), this.routeDeps(call, request)];
    const make = () => route.answer(read, routeDeps);
    const { unpaidWork, clientAddress } = this.deps;
    const answer = await (route.isForm ? unpaidWork.unpaid(clientAddress(request), make) : make());
    if ('download' in answer) throw new Error(`${route.operationId} is free and answers a download`);
    const sent = sendFree(response, answer, await codedForm(answer, request.headers['accept-encoding']));
    if (sent && 'kept' in answer && answer.kept) {
      const { path, query } = call.target;
      this.before.keepDocument(request, query === null ? path : `${path}?${query}`, {
        ...sent,
        kept: answer.kept,
        route: route.operationId,
      });
    }
  }

  /** What the route would refuse the input with, or 204: an answer without content is never taken for a paid one. */
  private async dryRun(
    call: OpenCall,
    input: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { route } = call;
    try {
      await readUnwanted(route, input);
      inspect(route, await readInput(route, input), this.routeDeps(call, request));
      send(response, 204, { ...PREFERENCE_APPLIED, 'Cache-Control': 'no-store' }, new Uint8Array());
    } catch (error) {
      if (!isInputError(error)) throw error;
      throw new ServiceError(error.code, {
        ...error.detail,
        headers: { ...error.detail.headers, ...PREFERENCE_APPLIED },
      });
    }
  }

  /** OPTIONS answers a preflight; everything else that the path has no route for is a 405. */
  private otherMethod(response: ServerResponse, method: string, allow: string): undefined {
    if (method !== 'OPTIONS') {
      throw new ServiceError('method_not_allowed', { message: `this path allows ${allow}`, headers: { Allow: allow } });
    }
    const methods = { Allow: allow, 'Access-Control-Allow-Methods': allow };
    send(response, 204, { ...methods, ...PREFLIGHT_HEADERS }, new Uint8Array());
    return undefined;
  }

  private routeDeps(call: OpenCall, request: IncomingMessage): RequestDeps {
    const { route, pins, nowMs } = call;
    return new RequestDeps(this.deps, { route, pins, nowMs, header: (name) => request.headers[name] });
  }

  private inputOf({ call, pathParams, payment }: RequestContext, request: IncomingMessage, response: ServerResponse) {
    const { route, target } = call;
    const timeoutMs = payment ? this.deps.paidBodyTimeoutMs : undefined;
    return requestInput(route, { pathParams, query: target.query }, { request, response, timeoutMs });
  }

  private log(request: IncomingMessage, response: ServerResponse, seen: SeenRequest): void {
    this.deps.accessLog.record(accessEntry(request, response, seen, this.deps.clock.monotonic()));
  }

  private fail(response: ServerResponse, thrown: unknown, record: AccessRecord, route: AnyRoute | undefined): void {
    const error = beforeSettling(thrown, this.deps.onUnexpected);
    record.code = error.code;
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { req: request } = response;
    const page = takesPages(request) ? this.deps.browserPages.error(error, request.url ?? '/') : undefined;
    sendError(response, this.deps.baseUrl, error, { schema: route && descriptionOf(route), page });
  }
}

/**
 * A body that its route takes none of is read all the same: a connection that closes over unread bytes is reset (RFC 9112 section
 * 9.6), and the end of the answer would be lost.
 */
async function readUnwanted(route: AnyRoute, input: RawInput): Promise<void> {
  if (!route.body && input.bringsBody) await input.body();
}
