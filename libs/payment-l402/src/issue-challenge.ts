import type { Clock } from '@stackcheck/contract';
import type { PricedRoute } from '@stackcheck/payment-x402';
import { caveatsOf } from './caveats';
import { challengeLines } from './challenge';
import type { CancelOutcome, CreateOutcome, InvoiceSource } from './invoices';
import type { L402Log } from './l402-log';
import { mintMacaroon } from './macaroon';
import type { InvoiceSlot, OpenInvoices } from './open-invoices';
import { priceInMsat, type RateLimits, type RateSource } from './rate';
import { rootKeyOf } from './root-key';
import { encodeIdentifier } from './token-identifier';
import { writeToken } from './token-text';

/** What challenges are made of. */
export interface ChallengeDeps {
  /**
   * As they are now, each at least 32 random bytes, kept over restarts. The first makes tokens, all of them know theirs again: one is dropped
   * when nobody may come back with what it made.
   */
  readonly secrets: () => readonly [Uint8Array, ...Uint8Array[]];
  readonly invoices: InvoiceSource;
  readonly rate: RateSource;
  readonly rateLimits: RateLimits;
  readonly openInvoices: OpenInvoices;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly log: L402Log;
}

/** What is asked for. */
export interface ChallengeRequest {
  readonly route: PricedRoute;
  readonly client: string;
  /** SHA-256 (hex) of the request. */
  readonly requestHash: string;
  /** Why the request could not be answered if it were paid; null when it could. */
  readonly unanswerable: () => Promise<string | null>;
}

/** A challenge, or why there is none: the rail cannot sell now, or the request has no answer. */
export type Challenge =
  | { readonly kind: 'challenge'; readonly lines: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unanswerable'; readonly reason: string };

/** Unpaid invoices are forgotten by the node after this. */
export const INVOICE_EXPIRY_SECONDS = 300;

/** A paid token may wait this long for its request; the price was fixed by the invoice. */
export const TOKEN_LIFETIME_SECONDS = 86_400;

const LOCATION = 'stackcheck';
const PAYMENT_HASH = /^[0-9a-f]{64}$/;
const PAYMENT_REQUEST = /^ln[0-9a-z]{20,2000}$/;

/**
 * Makes an invoice at today's rate and a token that it pays for, good for this one request. None is made for a request that
 * has no answer: the buyer would have paid for an error.
 */
export async function issueChallenge(deps: ChallengeDeps, request: ChallengeRequest): Promise<Challenge> {
  const routeId = request.route.id;
  const price = priceInMsat(request.route.price, deps.rate.quote(), deps.rateLimits, deps.clock.now());
  if (!price.ok) {
    deps.log({ level: 'warn', event: 'l402_rate_unavailable', routeId, reason: price.reason });
    return { kind: 'none' };
  }
  const slot = await reserve(deps, request);
  if (!slot) {
    deps.log({ level: 'warn', event: 'l402_invoices_exhausted', routeId });
    return { kind: 'none' };
  }
  let paymentHash: string | undefined;
  try {
    const reason = await request.unanswerable();
    if (reason !== null) return { kind: 'unanswerable', reason };
    const invoice = await createInvoice(deps, routeId, price.amountMsat);
    if (invoice.kind !== 'created') {
      deps.log({ level: 'warn', event: 'l402_source_failed', routeId, reason: invoice.reason });
      return { kind: 'none' };
    }
    ({ paymentHash } = invoice);
    slot.made(paymentHash);
    return { kind: 'challenge', lines: challengeLines(tokenFor(deps, request, paymentHash), invoice.paymentRequest) };
  } finally {
    if (paymentHash === undefined) slot.free();
  }
}

/** A slot; where all are taken, the one of an invoice that lapses for it. What its buyer may have paid meanwhile stays paid. */
async function reserve(deps: ChallengeDeps, { client, route }: ChallengeRequest): Promise<InvoiceSlot | undefined> {
  const lapsing = deps.openInvoices.lapsing(client);
  if (!lapsing) return deps.openInvoices.reserve(client);
  const outcome = await cancelInvoice(deps, lapsing.paymentHash);
  if (outcome.kind === 'unavailable') {
    lapsing.stays();
    deps.log({ level: 'warn', event: 'l402_source_failed', routeId: route.id, reason: outcome.reason });
    return undefined;
  }
  lapsing.gone();
  if (outcome.kind === 'canceled') deps.log({ level: 'info', event: 'l402_invoice_lapsed', routeId: route.id });
  return deps.openInvoices.reserve(client);
}

async function cancelInvoice(deps: ChallengeDeps, paymentHash: string): Promise<CancelOutcome> {
  try {
    return await deps.invoices.cancel(paymentHash);
  } catch (error) {
    return { kind: 'unavailable', reason: `the source failed: ${String((error as Error | null)?.message)}` };
  }
}

async function createInvoice(deps: ChallengeDeps, routeId: string, amountMsat: bigint): Promise<CreateOutcome> {
  const order = { amountMsat, memo: `stackcheck ${routeId}`, expirySeconds: INVOICE_EXPIRY_SECONDS };
  try {
    const outcome = await deps.invoices.create(order);
    if (outcome.kind !== 'created') return outcome;
    const isWellFormed = PAYMENT_HASH.test(outcome.paymentHash) && PAYMENT_REQUEST.test(outcome.paymentRequest);
    return isWellFormed ? outcome : { kind: 'unavailable', reason: 'the source made no invoice that can be sent' };
  } catch (error) {
    return { kind: 'unavailable', reason: `the source failed: ${String((error as Error | null)?.message)}` };
  }
}

function tokenFor(deps: ChallengeDeps, { route, requestHash }: ChallengeRequest, paymentHash: string): string {
  const identifier = encodeIdentifier({
    paymentHash: Buffer.from(paymentHash, 'hex'),
    tokenId: deps.randomBytes(32),
  });
  const validUntil = Math.floor(deps.clock.now() / 1_000) + TOKEN_LIFETIME_SECONDS;
  const caveats = caveatsOf({ routeId: route.id, requestHash, validUntil });
  return writeToken(
    mintMacaroon(rootKeyOf(deps.secrets()[0], identifier), { location: LOCATION, identifier, caveats }),
  );
}

/** Where our macaroons say they come from; the one part that is not signed, so another value is refused. */
export function isOurLocation(location: string): boolean {
  return location === LOCATION;
}
