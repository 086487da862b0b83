import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, type Clock } from '@stackcheck/contract';
import { descriptionOf, type AnyRoute } from '../catalogue/define-route';
import { Checkout, type CheckoutParts } from '../sale/checkout';
import { inspect, isInputError } from '../catalogue/service/dry-run';
import type { DryRunLimit } from './dry-run-limit';
import { PREFLIGHT_HEADERS } from './headers';
import type { AccessLog, AccessRecord } from '../operations/access-log';
import { accessEntry, type SeenRequest } from './access-entry';
import { PaymentRequiredCache } from '../fast/payment-required-cache';
import type { Matcher } from '../catalogue/match';
import { PREFERENCE_APPLIED, prefersValidation } from './prefer';
import { railOf } from '../sale/rail';
import { announcesTooMuch, BodyReader, bodyTooLarge, bringsBody } from './read-body';
import { resourceUrlOf } from '../sale/payment-rails';
import type { Pins } from '../sale/pins';
import { isReady, pinReady } from '../sale/readiness';
import type { ReadinessSources } from '../sale/sellable';
import { prepareInput, readBody } from '../catalogue/route-input';
import { readInput, type RawInput } from '../sale/read-input';
import { RequestDeps } from '../sale/route-uses';
import { endsWithServer, offerHeaders, send, sendError, sendFree, sendOffer } from './send';
import { guardAgainstSmuggling, isCacheableHead } from './request-smuggling-guard';
import { readTarget, type Target } from '../input/target';

/** What a request needs from the rest of the service. */
export interface DispatchParts extends CheckoutParts {
  readonly clock: Clock;
  readonly matcher: Matcher;
  readonly readiness: ReadinessSources;
  readonly accessLog: AccessLog;
  /** How long the body of a request with a payment may take. */
  readonly paidBodyTimeoutMs: number;
  readonly dryRuns: DryRunLimit;
}

/** A request that passed the front and still needs an answer. */
export interface RequestContext {
  readonly route: AnyRoute;
  readonly target: Target;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly pins: Pins;
  readonly nowMs: number;
  /** Whether it brings a payment. */
  readonly paying: boolean;
  /** Whether it asks only if its input would be accepted; then no payment is looked at. */
  readonly dryRun: boolean;
  readonly tally: AccessRecord;
}

/** The walk of a request, in the order of the design: nothing is settled before the whole answer exists. */
export class Dispatch {
  /** Absent where the access log wants every request. */
  private readonly cached402s: PaymentRequiredCache<AnyRoute> | undefined;
  private readonly checkout: Checkout;

  constructor(private readonly parts: DispatchParts) {
    this.checkout = new Checkout(parts);
    if (!parts.accessLog.everything) this.cached402s = this.newCache();
    parts.matcher.routes.forEach(prepareInput);
  }

  /**
   * Steps 1 to 4, synchronous: route, method, sizes, readiness, and the offer to whoever brings no payment. Returns
   * undefined when the request is answered.
   */
  preflight(request: IncomingMessage, response: ServerResponse): RequestContext | undefined {
    if (this.cached402s?.answer(request, response)) return undefined;
    const { parts } = this;
    const tally: AccessRecord = { startedMs: parts.clock.monotonic() };
    let route: AnyRoute | undefined;
    try {
      guardAgainstSmuggling(request);
      const target = readTarget(request.url ?? '/');
      const method = request.method ?? 'GET';
      const match = parts.matcher.match(method, target.path);
      if (match.kind === 'malformed')
        throw new ServiceError('bad_request', { message: 'the path holds broken percent-encoding' });
      if (match.kind === 'none') throw new ServiceError('not_found', { message: 'there is no route at this path' });
      if (match.kind === 'method') return this.otherMethod(response, method, match.allow);
      ({ route } = match);
      if (announcesTooMuch(request)) throw bodyTooLarge();
      const pins = pinReady(route, parts.readiness);
      const isPaid = route.price !== 'free';
      const mayPay = isPaid && method !== 'HEAD';
      const dryRun = mayPay && prefersValidation(request);
      const paying = mayPay && !dryRun && railOf(request, parts.l402 !== undefined) !== 'none';
      if (!isPaid || paying || dryRun)
        return { route, target, pathParams: match.pathParams, pins, nowMs: parts.clock.now(), paying, dryRun, tally };
      const offer = parts.priced.get(route)!.offer.render(resourceUrlOf(parts.baseUrl, target));
      sendOffer(response, offer);
      this.cached402s?.remember(request, route, { headers: offerHeaders(offer), body: offer.body });
      tally.code = 'payment_required';
    } catch (error) {
      this.fail(response, error, tally, route);
    }
    if (parts.accessLog.everything) this.tell(request, response, { route, paying: false, tally });
    return undefined;
  }

  /** Steps 5 to 8. */
  async handle(context: RequestContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { route, paying, tally } = context;
    if (paying || this.parts.accessLog.everything) response.once('close', () => this.tell(request, response, context));
    try {
      const raw = this.rawInput(context, request, response);
      if (context.dryRun || route.isDryRun) this.parts.dryRuns.enter(this.parts.clientAddress(request));
      if (context.dryRun) return await this.dryRun(context, raw, request, response);
      if (route.price !== 'free') return await this.checkout.serve(context, raw, request, response);
      // A body that nobody asked for is read all the same: a connection that closes over unread bytes is reset (RFC 9112
      // section 9.6), and the end of the answer would be lost.
      if (!route.body && bringsBody(request)) await raw.body();
      const input = await readInput(route, raw);
      const answer = await route.answer(input, new RequestDeps(this.parts, context, request));
      if ('download' in answer) throw new Error(`${route.operationId} is free and answers a download`);
      sendFree(response, answer);
    } catch (error) {
      this.fail(response, error, tally, route);
    }
  }

  /** What the route would refuse the input with, or 204: an answer without content is never taken for a paid one. */
  private async dryRun(
    context: RequestContext,
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { route } = context;
    try {
      if (!route.body && bringsBody(request)) await raw.body();
      inspect(route, await readInput(route, raw), new RequestDeps(this.parts, context, request));
      send(response, 204, { ...PREFERENCE_APPLIED, 'Cache-Control': 'no-store' }, new Uint8Array());
    } catch (error) {
      if (!isInputError(error)) throw error;
      throw new ServiceError(error.code, {
        ...error.detail,
        headers: { ...error.detail.headers, ...PREFERENCE_APPLIED },
      });
    }
  }

  private newCache(): PaymentRequiredCache<AnyRoute> {
    const { readiness } = this.parts;
    return new PaymentRequiredCache<AnyRoute>({
      maySell: (route) => isReady(route, readiness),
      isCacheable: isCacheableHead,
      endsConnection: endsWithServer,
    });
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

  private rawInput(context: RequestContext, request: IncomingMessage, response: ServerResponse): RawInput {
    const timeoutMs = context.paying ? this.parts.paidBodyTimeoutMs : undefined;
    const reader = new BodyReader(request, response, (bytes) => readBody(context.route, bytes), timeoutMs);
    return {
      pathParams: context.pathParams,
      query: context.target.query,
      contentType: request.headers['content-type'],
      contentEncoding: request.headers['content-encoding'],
      body: () => reader.read(),
      giveUp: () => reader.giveUp(),
      json: () => reader.json(),
      parsingMs: () => reader.parsingMs,
    };
  }

  private tell(request: IncomingMessage, response: ServerResponse, seen: SeenRequest): void {
    this.parts.accessLog.record(accessEntry(request, response, seen, this.parts.clock.monotonic()));
  }

  private fail(response: ServerResponse, error: unknown, tally: AccessRecord, route: AnyRoute | undefined): void {
    const known = error instanceof ServiceError;
    tally.code = known ? error.code : 'internal';
    if (!known) this.parts.onUnexpected(error);
    if (response.headersSent || response.destroyed) return void response.destroy();
    sendError(
      response,
      this.parts.baseUrl,
      known ? error : new ServiceError('internal', { message: 'an unexpected error; nothing was charged' }),
      [],
      route && descriptionOf(route),
    );
  }
}
