import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, type Clock } from '@stackcheck/contract';
import type { L402Gate } from '@stackcheck/payment-l402';
import {
  offeredResource,
  type AdmittedPayment,
  type CompiledOffer,
  type GateRefusal,
  type PaidAnswer,
  type PaymentGate,
  type PricedRoute,
  type StoredAnswer,
} from '@stackcheck/payment-x402';
import { storedReference } from '../downloads/answer-reference';
import type { OpenDownload } from '../downloads/snapshot-downloads';
import type { FingerprintPieces } from '../payments/fingerprint';
import type { AnyRoute } from '../routes/define-route';
import type { ClientAddress } from './client-address';
import { conclude, type ConcludeParts } from './conclude';
import { headerValues, PREFLIGHT_HEADERS } from './headers';
import { journalEntry, type Journal, type Seen, type Tally } from './journal';
import { KnownOffers } from './known-offers';
import type { Matcher } from './match';
import { authorizationOf, railOf } from './rail';
import { announcesTooMuch, BodyReader, bodyTooLarge, bringsBody } from './read-body';
import type { Pins } from './pins';
import { pinReady, type ReadinessSources } from './readiness';
import { readInput, type RawInput } from './read-input';
import { RequestUses, type SharedUses } from './route-uses';
import { renderAnswer, send, sendError, sendFree, sendOffer } from './send';
import { requireSoundRequest } from './sound-request';
import { readTarget, type Target } from './target';

/** What a request needs from the rest of the service. */
export interface DispatchParts extends ConcludeParts, SharedUses {
  readonly clock: Clock;
  readonly matcher: Matcher;
  readonly readiness: ReadinessSources;
  readonly overload: OverloadGate;
  readonly journal: Journal;
  /** Absent when payments are off; then readiness answers first. */
  readonly gate: PaymentGate | undefined;
  /** Absent when the L402 rail is off. */
  readonly l402: L402Gate | undefined;
  readonly priced: ReadonlyMap<AnyRoute, { readonly route: PricedRoute; readonly offer: CompiledOffer }>;
  readonly clientAddress: ClientAddress;
  fingerprint(pieces: FingerprintPieces): string;
}

/** Limits how many requests with a payment are worked on. Each `enter` that said yes is followed by one `leave`. */
export interface OverloadGate {
  enter(): boolean;
  leave(): void;
  retryAfterSeconds(): number;
}

/** A request that passed the front and still needs an answer. */
export interface Entered {
  readonly route: AnyRoute;
  readonly target: Target;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly pins: Pins;
  readonly nowMs: number;
  /** Whether it holds a place of the overload gate. */
  readonly paying: boolean;
  readonly tally: Tally;
}

const NO_BODY = new Uint8Array();

/** The walk of a request, in the order of the design: nothing is settled before the whole answer exists. */
export class Dispatch {
  /** Absent where every request is told to the journal. */
  private readonly known: KnownOffers | undefined;

  constructor(private readonly parts: DispatchParts) {
    if (!parts.journal.everything) this.known = new KnownOffers(parts.readiness);
  }

  /**
   * Steps 1 to 4, synchronous: route, method, sizes, readiness, and the offer to whoever brings no payment. Returns
   * undefined when the request is answered.
   */
  enter(request: IncomingMessage, response: ServerResponse): Entered | undefined {
    if (this.known?.answer(request, response)) return undefined;
    const { parts } = this;
    const tally: Tally = { startedMs: parts.clock.monotonic() };
    let route: AnyRoute | undefined;
    let paying = false;
    try {
      requireSoundRequest(request);
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
      if (isPaid && method !== 'HEAD' && railOf(request, parts.l402 !== undefined) !== 'none') {
        if (!parts.overload.enter()) throw this.shed();
        paying = true;
      }
      if (!isPaid || paying)
        return { route, target, pathParams: match.pathParams, pins, nowMs: parts.clock.now(), paying, tally };
      const offer = parts.priced.get(route)!.offer.render(this.resourceUrl(target));
      sendOffer(response, offer);
      this.known?.remember(request, route, offer);
      tally.code = 'payment_required';
    } catch (error) {
      if (paying) parts.overload.leave();
      this.fail(response, error, tally);
    }
    if (parts.journal.everything) this.tell(request, response, { route, paying: false, tally });
    return undefined;
  }

  /** Steps 5 to 8. */
  async serve(entered: Entered, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { route, paying, tally } = entered;
    if (paying || this.parts.journal.everything) response.once('close', () => this.tell(request, response, entered));
    try {
      const raw = this.rawInput(entered, request, response);
      // A body that nobody asked for is read all the same: a connection that closes over unread bytes is reset (RFC 9112
      // section 9.6), and the end of an answer that was paid for would be lost.
      if (!route.body && bringsBody(request)) await raw.body();
      if (route.price === 'free') {
        const input = await readInput(route, raw);
        const answer = route.answer(input, new RequestUses(this.parts, entered, request));
        if ('download' in answer) throw new Error(`${route.operationId} is free and answers a download`);
        sendFree(response, answer);
      } else {
        await this.sell(entered, raw, request, response);
      }
    } catch (error) {
      this.fail(response, error, tally);
    } finally {
      if (paying) this.parts.overload.leave();
    }
  }

  private async sell(
    entered: Entered,
    raw: RawInput,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { route } = entered;
    const admission = await this.admit(entered, raw, request);
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
      const stored = 'download' in answer ? storedReference(download!.reference) : renderAnswer(answer);
      const { body, packed, contentType }: Pick<StoredAnswer, 'body' | 'packed' | 'contentType'> = stored;
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

  /** From the settlement on, nobody may be told that nothing was charged. */
  private afterSettling(error: unknown): ServiceError {
    if (error instanceof ServiceError) return error;
    this.parts.onUnexpected(error);
    const message = 'an unexpected error; if this payment was settled, the same request with it gives the answer';
    return new ServiceError('internal', { message });
  }

  /** Each rail has a gate of its own, with the same verbs. */
  private async admit(
    { route, target }: Entered,
    raw: RawInput,
    request: IncomingMessage,
  ): Promise<AdmittedPayment | PaidAnswer | GateRefusal> {
    const { parts } = this;
    const priced = parts.priced.get(route)!.route;
    const resourceUrl = this.resourceUrl(target);
    const offeredUrl = offeredResource(resourceUrl, parts.baseUrl, route.path);
    const client = parts.clientAddress(request);
    const fingerprint = async (): Promise<string> =>
      parts.fingerprint({
        method: route.method,
        routeId: route.operationId,
        path: target.path,
        query: target.query,
        body: route.body ? await raw.body() : NO_BODY,
        // What has no strict reading is told apart by its bytes.
        json: route.body ? await raw.json().catch(() => undefined) : undefined,
      });
    const rail = railOf(request, parts.l402 !== undefined);
    if (rail === 'both') return { kind: 'refused', code: 'payment_invalid', message: 'Send one payment, not two.' };
    if (rail === 'l402') {
      const authorization = authorizationOf(request);
      return parts.l402!.admit({ route: priced, resourceUrl, client, fingerprint, authorization });
    }
    const paymentSignature = headerValues(request, 'payment-signature');
    const xPayment = headerValues(request, 'x-payment');
    return parts.gate!.admit({
      route: priced,
      resourceUrl,
      offeredUrl,
      client,
      fingerprint,
      paymentSignature,
      xPayment,
    });
  }

  private conclude(
    outcome: PaidAnswer | GateRefusal,
    { route, target, tally }: Entered,
    response: ServerResponse,
    download?: OpenDownload,
  ): Promise<void> {
    const { offer } = this.parts.priced.get(route)!;
    return conclude(this.parts, outcome, { url: this.resourceUrl(target), offer, tally, download }, response);
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
      json: () => reader.json(),
    };
  }

  /** From configuration and the request line only, never from Host or forwarded headers. */
  private resourceUrl({ path, query }: Target): string {
    return this.parts.baseUrl + path + (query === null ? '' : `?${query}`);
  }

  private shed(): ServiceError {
    return new ServiceError('paused', {
      message: 'the service is busy; this payment was not looked at',
      retryAfterSeconds: this.parts.overload.retryAfterSeconds(),
    });
  }

  private tell(request: IncomingMessage, response: ServerResponse, seen: Seen): void {
    this.parts.journal.record(journalEntry(request, response, seen, this.parts.clock.monotonic()));
  }

  private fail(response: ServerResponse, error: unknown, tally: Tally): void {
    const known = error instanceof ServiceError;
    tally.code = known ? error.code : 'internal';
    if (!known) this.parts.onUnexpected(error);
    if (response.headersSent || response.destroyed) return void response.destroy();
    sendError(
      response,
      this.parts.baseUrl,
      known ? error : new ServiceError('internal', { message: 'an unexpected error; nothing was charged' }),
    );
  }
}
