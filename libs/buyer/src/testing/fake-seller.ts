import { errorBody, type ErrorCode } from '@stackcheck/contract';
import { ERRORS } from '@stackcheck/contract/errors';
import { compileOffer } from '@stackcheck/payment-x402/offer';
import { decodeHeader, encodeHeader, parsePaymentPayload, type PaymentPayloadV2 } from '@stackcheck/payment-x402/wire';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import type { Fetch, FetchedResponse, FetchInit } from '../ports/fetch';
import type { VirtualTime } from './virtual-time';

/** Where it sells. */
export const SELLER_URL = 'https://seller.example';

/**
 * What a seller does with a request, by name: what it really does, then what arrives of its answer. `sell` is an honest sale; of `hold`, the payment is
 * settled later or never.
 */
export const SELLER_MOODS = [
  ...['sell', 'lose_request', 'lose_answer', 'hang', 'hang_after', 'refuse_connection', 'break_body'],
  ...[
    'hold',
    'hold_for_good',
    'in_progress',
    'paused',
    'rate_limited',
    'invalid',
    'not_found',
    'gateway',
    'gateway_after',
  ],
] as const;

/** One of `SELLER_MOODS`. */
export type SellerMood = (typeof SELLER_MOODS)[number];

/** A payment as the seller knows it. */
export interface SeenPayment {
  readonly nonce: string;
  readonly request: string;
  readonly amount: bigint;
  readonly validBefore: number;
  readonly header: string;
  settledAt: number | null;
  /** Milliseconds at which a held payment is going to be settled; null where it never is. */
  settlesAt: number | null;
  isHeld: boolean;
}

/** A seller that keeps records, says the truth about them and loses answers as it is asked to. */
export class FakeSeller {
  readonly payments = new Map<string, SeenPayment>();
  readonly moods: SellerMood[] = [];
  /** What the offers change: recipient, price. */
  readonly offered: { payTo: string; price: bigint } = { payTo: SAMPLE_TERMS.payTo, price: SAMPLE_ROUTE.price };
  onNewPayment: (payment: SeenPayment) => void = () => undefined;

  constructor(private readonly time: VirtualTime) {}

  /** All that it was paid, in atomic units. */
  charged(): bigint {
    this.settleDue();
    return [...this.payments.values()].reduce((sum, one) => (one.settledAt === null ? sum : sum + one.amount), 0n);
  }

  readonly fetch: Fetch = async (url, init) => {
    this.settleDue();
    const mood = this.moods.shift() ?? 'sell';
    if (mood === 'lose_request') throw new Error('connection reset');
    if (mood === 'refuse_connection') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    if (mood === 'hang') return new Promise(() => undefined);
    const response = this.answer(url, init, mood);
    if (mood === 'hang_after') return new Promise(() => undefined);
    if (mood === 'lose_answer') throw new Error('connection reset');
    if (mood === 'gateway' || mood === 'gateway_after') return toResponse(502, {}, '<html>bad gateway</html>');
    return mood === 'break_body' ? { ...response, body: brokenBody() } : response;
  };

  private answer(url: string, init: FetchInit, mood: SellerMood): FetchedResponse {
    const header = init.headers['PAYMENT-SIGNATURE'];
    if (header === undefined) return this.refusal(url, 'payment_required');
    const payment = this.seen(url, init, header);
    if (mood === 'paused' || mood === 'rate_limited') return this.refusal(url, mood);
    if (payment.settledAt !== null) return sold(payment);
    if (payment.isHeld) return this.refusal(url, 'settlement_unknown');
    if (mood === 'gateway') return this.refusal(url, 'internal');
    if (this.time.ms / 1000 > payment.validBefore - 5) return this.refusal(url, 'payment_expired');
    if (mood === 'in_progress') return this.refusal(url, 'payment_in_progress');
    if (mood === 'invalid') return this.refusal(url, 'payment_invalid');
    if (mood === 'not_found') return this.refusal(url, 'unknown_id');
    if (mood === 'hold' || mood === 'hold_for_good') {
      payment.isHeld = true;
      payment.settlesAt = mood === 'hold' ? (this.time.ms + payment.validBefore * 1000) / 2 : null;
      return this.refusal(url, 'settlement_unknown');
    }
    payment.settledAt = this.time.ms;
    return sold(payment);
  }

  private seen(url: string, init: FetchInit, header: string): SeenPayment {
    const decoded = decodeHeader(header);
    const parsed = parsePaymentPayload(decoded.ok ? decoded.value : undefined);
    if (!parsed.ok) throw new Error(`not a payment: ${parsed.message}`);
    const { nonce, value, validBefore } = (parsed.value as PaymentPayloadV2).payload.authorization;
    const known = this.payments.get(nonce);
    if (known) {
      if (known.header !== header) throw new Error('a nonce came in another header');
      return known;
    }
    const payment: SeenPayment = {
      ...{ nonce, request: `${init.method} ${url} ${String(init.body)}`, amount: BigInt(value) },
      ...{ validBefore: Number(validBefore), header, settledAt: null, settlesAt: null, isHeld: false },
    };
    this.onNewPayment(payment);
    this.payments.set(nonce, payment);
    return payment;
  }

  private refusal(url: string, code: ErrorCode): FetchedResponse {
    const { http, retryAfterSeconds }: { http: number; retryAfterSeconds?: number } = ERRORS[code];
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    if (http !== 402) return toResponse(http, headers, JSON.stringify(errorBody(SELLER_URL, code)));
    const { payTo, price } = this.offered;
    const offer = compileOffer({ ...SAMPLE_ROUTE, price }, { ...SAMPLE_TERMS, payTo }, SELLER_URL).render(url, code);
    return toResponse(
      402,
      { ...headers, 'payment-required': offer.paymentRequired },
      new TextDecoder().decode(offer.body),
    );
  }

  /** Held payments are settled in the background, inside their window. */
  private settleDue(): void {
    for (const payment of this.payments.values()) {
      if (payment.settlesAt !== null && payment.settledAt === null && this.time.ms >= payment.settlesAt)
        payment.settledAt = payment.settlesAt;
    }
  }
}

function sold({ nonce }: SeenPayment): FetchedResponse {
  const receipt = { success: true, transaction: nonce, network: SAMPLE_TERMS.network };
  return toResponse(200, { 'payment-response': encodeHeader(receipt) }, JSON.stringify({ data: 'sold' }));
}

/** A response with a body in one piece. */
export function toResponse(status: number, headers: Readonly<Record<string, string>>, body: string): FetchedResponse {
  const pieces = [new TextEncoder().encode(body)];
  return {
    status,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    body: {
      getReader: () => ({
        read: async () => ({ done: pieces.length === 0, value: pieces.shift() }),
        cancel: async () => undefined,
      }),
    },
  };
}

function brokenBody(): FetchedResponse['body'] {
  return { getReader: () => ({ read: () => Promise.reject(new Error('terminated')), cancel: async () => undefined }) };
}
