import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, errorRow, utcDay, type Clock } from '@stackcheck/contract';
import type { CompiledOffer, GateRefusal, PaidAnswer, PaymentGate, PricedRoute } from '@stackcheck/payment-x402';
import type { AnyRoute, EolView, RouteUses, ServiceView } from '../routes/define-route';
import type { ClientAddress } from './client-address';
import { headerValues, PREFLIGHT_HEADERS } from './headers';
import type { Matcher } from './match';
import { announcesTooMuch, BodyReader, bodyTooLarge } from './read-body';
import { pinReady, type LoadedDataset, type ReadinessSources } from './readiness';
import { readInput, type RawInput } from './read-input';
import { renderAnswer, send, sendError, sendFree, sendOffer, sendPaid } from './send';
import { readTarget, type Target } from './target';

/** What a request needs from the rest of the service. */
export interface DispatchParts {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly matcher: Matcher;
  readonly readiness: ReadinessSources;
  /** Absent when payments are off; then readiness answers first. */
  readonly gate: PaymentGate | undefined;
  readonly priced: ReadonlyMap<AnyRoute, { readonly route: PricedRoute; readonly offer: CompiledOffer }>;
  readonly clientAddress: ClientAddress;
  readonly service: ServiceView;
  metaOf(view: EolView, scope: 'image' | undefined, nowMs: number, stale: boolean): object;
  fingerprint(pieces: FingerprintPieces): string;
  receipt(request: { url: string; method: string }, paid: PaidAnswer): Readonly<Record<string, string>>;
  onUnexpected(error: unknown): void;
}

/** What makes two requests the same one. */
export interface FingerprintPieces {
  readonly method: string;
  readonly routeId: string;
  readonly path: string;
  readonly query: string | null;
  readonly body: Uint8Array;
}

/** A request that passed the front and still needs an answer. */
export interface Entered {
  readonly route: AnyRoute;
  readonly target: Target;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly pinned: LoadedDataset | undefined;
  readonly nowMs: number;
}

/** The walk of a request, in the order of the design: nothing is settled before the whole answer exists. */
export class Dispatch {
  constructor(private readonly parts: DispatchParts) {}

  /**
   * Steps 1 to 4, synchronous: route, method, sizes, readiness, and the offer to whoever brings no payment. Returns
   * undefined when the request is answered.
   */
  enter(request: IncomingMessage, response: ServerResponse): Entered | undefined {
    try {
      if (request.httpVersionMinor === 1 && request.headers.host === undefined) {
        throw new ServiceError('bad_request', { message: 'the Host header is missing' });
      }
      const target = readTarget(request.url ?? '/');
      const method = request.method ?? 'GET';
      const match = this.parts.matcher.match(method, target.path);
      if (match.kind === 'malformed')
        throw new ServiceError('bad_request', { message: 'the path holds broken percent-encoding' });
      if (match.kind === 'none') throw new ServiceError('not_found', { message: 'there is no route at this path' });
      if (match.kind === 'method') return this.otherMethod(response, method, match.allow);
      if (announcesTooMuch(request)) throw bodyTooLarge();
      const { route, pathParams } = match;
      const pinned = pinReady(route, this.parts.readiness);
      if (route.price !== 'free' && (method === 'HEAD' || !bringsPayment(request))) {
        sendOffer(response, this.parts.priced.get(route)!.offer.render(this.resourceUrl(target)));
        return undefined;
      }
      return { route, target, pathParams, pinned, nowMs: this.parts.clock.now() };
    } catch (error) {
      this.fail(response, error);
      return undefined;
    }
  }

  /** Steps 5 to 8. */
  async serve(entered: Entered, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const raw = this.rawInput(entered, request, response);
      if (entered.route.price === 'free') {
        const input = await readInput(entered.route, raw);
        sendFree(response, entered.route.answer(input, this.uses(entered, request)));
      } else {
        await this.sell(entered, raw, request, response);
      }
    } catch (error) {
      this.fail(response, error);
    }
  }

  private async sell(
    entered: Entered,
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { route, target } = entered;
    const priced = this.parts.priced.get(route)!;
    const resourceUrl = this.resourceUrl(target);
    const admission = await this.parts.gate!.admit({
      route: priced.route,
      resourceUrl,
      paymentSignature: headerValues(request, 'payment-signature'),
      xPayment: headerValues(request, 'x-payment'),
      client: this.parts.clientAddress(request),
      fingerprint: async () =>
        this.parts.fingerprint({
          method: route.method,
          routeId: route.operationId,
          path: target.path,
          query: target.query,
          body: route.body ? await raw.body() : new Uint8Array(),
        }),
    });
    if (admission.kind !== 'admitted') return this.conclude(admission, entered, response);

    let settling = false;
    try {
      const input = await readInput(route, raw);
      const answer = renderAnswer(route.answer(input, this.uses(entered, request)));
      settling = true;
      const outcome = await admission.settle({
        status: 200,
        ...answer,
        snapshotIds: entered.pinned ? [entered.pinned.view.manifest.snapshot_id] : [],
      });
      this.conclude(outcome, entered, response);
    } finally {
      if (!settling) admission.release();
    }
  }

  private conclude(outcome: PaidAnswer | GateRefusal, { route, target }: Entered, response: ServerResponse): void {
    if (outcome.kind === 'paid') {
      response.once('finish', () => void outcome.delivered().catch((error) => this.parts.onUnexpected(error)));
      sendPaid(response, outcome, this.parts.receipt({ url: this.resourceUrl(target), method: route.method }, outcome));
      return;
    }
    const error = new ServiceError(outcome.code, {
      ...(outcome.message === undefined ? {} : { message: outcome.message }),
      ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }),
    });
    if (isPaymentRefusal(outcome)) {
      sendOffer(
        response,
        this.parts.priced.get(route)!.offer.render(this.resourceUrl(target), outcome.code, error.detail),
      );
    } else {
      sendError(response, this.parts.baseUrl, error);
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

  private rawInput(entered: Entered, request: IncomingMessage, response: ServerResponse): RawInput {
    const reader = new BodyReader(request, response);
    return {
      pathParams: entered.pathParams,
      query: entered.target.query,
      contentType: request.headers['content-type'],
      contentEncoding: request.headers['content-encoding'],
      body: () => reader.read(),
    };
  }

  private uses({ pinned, nowMs, route }: Entered, request: IncomingMessage): RouteUses {
    const { parts } = this;
    const loaded = (): LoadedDataset => pinned ?? pinReady({ ...route, dataset: 'eol' }, parts.readiness)!;
    return {
      nowMs,
      today: utcDay(nowMs),
      baseUrl: parts.baseUrl,
      service: parts.service,
      get eol() {
        return loaded().view;
      },
      meta: (scope) => parts.metaOf(loaded().view, scope, nowMs, loaded().stale),
      header: (name) => request.headers[name],
    };
  }

  /** From configuration and the request line only, never from Host or forwarded headers. */
  private resourceUrl({ path, query }: Target): string {
    return this.parts.baseUrl + path + (query === null ? '' : `?${query}`);
  }

  private fail(response: ServerResponse, error: unknown): void {
    const known = error instanceof ServiceError;
    if (!known) this.parts.onUnexpected(error);
    if (response.headersSent || response.destroyed) return void response.destroy();
    sendError(
      response,
      this.parts.baseUrl,
      known ? error : new ServiceError('internal', { message: 'an unexpected error; nothing was charged' }),
    );
  }
}

function bringsPayment(request: IncomingMessage): boolean {
  return request.headers['payment-signature'] !== undefined || request.headers['x-payment'] !== undefined;
}

/** Refusals that carry a fresh offer: every 402, and nothing else. */
function isPaymentRefusal({ code }: GateRefusal): boolean {
  return errorRow(code).http === 402;
}
