import { usdToAtomic, utcDay, type AtomicUsdc } from '@stackcheck/contract';
import { networkOf } from '@stackcheck/payment-x402/wire';
import { bytesToHex } from '@noble/hashes/utils';
import type { Fetch } from './ports/fetch';
import type { Signer } from './ports/signer';
import type { Timing } from './ports/timing';
import { ask } from './purchase/ask';
import type { PurchaseDeps } from './purchase/deps';
import { pay, type PayLimits, type Purchase } from './purchase/pay';
import { toQuote, type Quote } from './purchase/quote';
import { toKeptRequest, type BuyerRequest } from './purchase/request';
import { resume, type Evidence, type Resumed } from './purchase/resume';
import type { Caps } from './spending/book-state';
import type { SpendBook } from './spending/spend-book';

/** What a buyer is made of. */
export interface BuyerOptions {
  readonly fetch: Fetch;
  readonly signer: Signer;
  readonly book: SpendBook;
  readonly timing: Timing;
  /** Fills an array with random bytes fit for keys: `crypto.getRandomValues`. */
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** CAIP-2; Base where it is not given. USDC of that network is the only asset. */
  readonly network?: string;
  /** The recipient, or one for each origin; without it the first one of each seller is trusted and remembered in the book. */
  readonly payTo?: string | Readonly<Record<string, string>>;
  /** In atomic units; 0.05, 0.50 and 2.00 USD where they are not given. */
  readonly caps?: Partial<Caps>;
  /** Names the session whose sum is capped; by default each buyer is one. */
  readonly session?: string;
  /** From a request to the last byte of its answer; 30 seconds where it is not given. */
  readonly answerTimeoutMs?: number;
  /** The longest that a signature may be valid; 300 seconds where it is not given. */
  readonly windowSecondsMax?: number;
  /** Asked on `resume` about payments that no seller knows of. */
  readonly evidence?: Evidence;
}

/** Pays for requests through x402. Everything that stops a purchase is a BuyerError. */
export interface Buyer {
  /** The terms for a request, held against the pins, without signing; null where it is answered without a payment. */
  quote(request: BuyerRequest): Promise<Quote | null>;
  /** Pays for a request within the caps, or goes on with the payment that it has: never two at a time for one request. */
  pay(request: BuyerRequest, limits?: Partial<PayLimits>): Promise<Purchase>;
  /** Goes on with all payments whose outcome is open, also those of processes that have ended. */
  resume(limits?: Partial<Pick<PayLimits, 'bytesMax'>>): Promise<readonly Resumed[]>;
  /** Counts a payment as spent for good and asks for it no more, so that its request can be paid again. False where it is closed. */
  giveUp(id: string): Promise<boolean>;
  /** Whether a request has a payment that is not closed: `pay` goes on with that one, which counts as spent already. */
  hasOpenPayment(request: BuyerRequest): Promise<boolean>;
  /** What of the caps of this session and this day is left, in atomic units. */
  left(): Promise<Pick<Caps, 'session' | 'day'>>;
}

/** The caps of a buyer that were not given. */
export const DEFAULT_CAPS: Caps = { call: usdToAtomic('0.05'), session: usdToAtomic('0.50'), day: usdToAtomic('2.00') };

const BYTES_MAX = 16_777_216;
const BASE = 'eip155:8453';

/**
 * Makes a buyer.
 * @throws RangeError for a network that it does not know
 */
export function createBuyer(options: BuyerOptions): Buyer {
  const { book, timing, signer } = options;
  const network = networkOf(options.network ?? BASE);
  if (!network) throw new RangeError(`the network ${options.network} is not known; give eip155:8453 or eip155:84532`);
  const caps: Caps = { ...DEFAULT_CAPS, ...options.caps };
  const deps: PurchaseDeps = {
    ...{ fetch: options.fetch, signer, book, timing, random: options.random, network, caps },
    answerTimeoutMs: options.answerTimeoutMs ?? 30_000,
    windowSecondsMax: options.windowSecondsMax ?? 300,
    session: options.session ?? randomName(options.random),
    recipientFor: (url) => recipientFor(options.payTo, url),
  };
  return {
    async quote(request) {
      const kept = toKeptRequest(request);
      const asked = await ask(deps, kept, BYTES_MAX);
      return asked.kind === 'free' ? null : toQuote(kept, asked.offer, asked.requirement);
    },
    pay: async (request, limits = {}) =>
      pay(deps, toKeptRequest(request), { bytesMax: BYTES_MAX, most: caps.call, ...limits }),
    resume: async (limits = {}) => resume(deps, limits.bytesMax ?? BYTES_MAX, options.evidence),
    giveUp: (id) => book.settle(id),
    async hasOpenPayment(request) {
      const { fingerprint } = toKeptRequest(request);
      return (await book.pending(fingerprint, signer.address, timing.clock.now())) !== undefined;
    },
    async left() {
      const { session } = deps;
      const day = utcDay(timing.clock.now());
      const of = { network: network.caip2 };
      return {
        session: leftOf(caps.session, await book.spent({ ...of, session })),
        day: leftOf(caps.day, await book.spent({ ...of, day })),
      };
    },
  };
}

function leftOf(cap: AtomicUsdc, spent: AtomicUsdc): AtomicUsdc {
  return cap > spent ? cap - spent : 0n;
}

function recipientFor(payTo: BuyerOptions['payTo'], url: string): string | null {
  if (typeof payTo === 'string' || payTo === undefined) return payTo ?? null;
  const { origin } = new URL(url);
  return (Object.hasOwn(payTo, origin) ? payTo[origin] : undefined) ?? null;
}

function randomName(random: BuyerOptions['random']): string {
  const bytes = new Uint8Array(8);
  random(bytes);
  return bytesToHex(bytes);
}
