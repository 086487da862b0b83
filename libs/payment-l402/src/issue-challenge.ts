import type { Clock } from '@stackcheck/contract';
import type { PricedRoute } from '@stackcheck/payment-x402';
import { caveatsOf } from './caveats';
import { challengeLines } from './challenge';
import type { CreateOutcome, InvoiceSource } from './invoices';
import type { L402Log } from './l402-log';
import { mintMacaroon } from './macaroon';
import type { OpenInvoices } from './open-invoices';
import { priceInMsat, type RateLimits, type RateSource } from './rate';
import { rootKeyOf } from './root-key';
import { encodeIdentifier } from './token-identifier';
import { writeToken } from './token-text';

/** What challenges are made of. */
export interface ChallengeUses {
  /** At least 32 random bytes, kept over restarts: with another secret no token of before is known any more. */
  readonly secret: Uint8Array;
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
}

/** Unpaid invoices are forgotten by the node after this. */
export const INVOICE_EXPIRY_SECONDS = 300;

/** A paid token may wait this long for its request; the price was fixed by the invoice. */
export const TOKEN_LIFETIME_SECONDS = 86_400;

const LOCATION = 'stackcheck';
const PAYMENT_HASH = /^[0-9a-f]{64}$/;
const PAYMENT_REQUEST = /^ln[0-9a-z]{20,2000}$/;

/**
 * Makes an invoice at today's rate and a token that it pays for, good for this one request.
 * @returns the values of WWW-Authenticate, or null when the rail cannot sell now: no rate, no node, too many open invoices
 */
export async function issueChallenge(
  uses: ChallengeUses,
  request: ChallengeRequest,
): Promise<readonly string[] | null> {
  const routeId = request.route.id;
  const price = priceInMsat(request.route.price, uses.rate.quote(), uses.rateLimits, uses.clock.now());
  if (!price.ok) {
    uses.log({ level: 'warn', event: 'l402_rate_unavailable', routeId, reason: price.reason });
    return null;
  }
  const slot = uses.openInvoices.reserve(request.client);
  if (!slot) {
    uses.log({ level: 'warn', event: 'l402_invoices_exhausted', routeId });
    return null;
  }
  const invoice = await createInvoice(uses, routeId, price.amountMsat);
  if (invoice.kind !== 'created') {
    slot.free();
    uses.log({ level: 'warn', event: 'l402_source_failed', routeId, reason: invoice.reason });
    return null;
  }
  slot.made(invoice.paymentHash);
  return challengeLines(tokenFor(uses, request, invoice.paymentHash), invoice.paymentRequest);
}

async function createInvoice(uses: ChallengeUses, routeId: string, amountMsat: bigint): Promise<CreateOutcome> {
  const order = { amountMsat, memo: `stackcheck ${routeId}`, expirySeconds: INVOICE_EXPIRY_SECONDS };
  try {
    const outcome = await uses.invoices.create(order);
    if (outcome.kind !== 'created') return outcome;
    const isWellFormed = PAYMENT_HASH.test(outcome.paymentHash) && PAYMENT_REQUEST.test(outcome.paymentRequest);
    return isWellFormed ? outcome : { kind: 'unavailable', reason: 'the source made no invoice that can be sent' };
  } catch (error) {
    return { kind: 'unavailable', reason: `the source failed: ${String((error as Error | null)?.message)}` };
  }
}

function tokenFor(uses: ChallengeUses, { route, requestHash }: ChallengeRequest, paymentHash: string): string {
  const identifier = encodeIdentifier({
    paymentHash: Buffer.from(paymentHash, 'hex'),
    tokenId: uses.randomBytes(32),
  });
  const validUntil = Math.floor(uses.clock.now() / 1_000) + TOKEN_LIFETIME_SECONDS;
  const caveats = caveatsOf({ routeId: route.id, requestHash, validUntil });
  return writeToken(mintMacaroon(rootKeyOf(uses.secret, identifier), { location: LOCATION, identifier, caveats }));
}

/** Where our macaroons say they come from; the one part that is not signed, so another value is refused. */
export function isOurLocation(location: string): boolean {
  return location === LOCATION;
}
