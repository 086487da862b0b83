import { TypedDataEncoder, Wallet } from 'ethers';
import { TRANSFER_WITH_AUTHORIZATION, tokenDomain } from '../wire/transfer-authorization';
import type { PaymentTerms } from '../terms/payment-terms';
import type { PricedRoute } from '../terms/priced-route';
import { encodeHeader } from '../wire/headers';
import { paymentRequirement } from '../wire/requirement';

/** What a test may change about an otherwise good payment. */
export interface TestPaymentOptions {
  readonly terms: PaymentTerms;
  readonly route: Pick<PricedRoute, 'price'>;
  readonly resourceUrl: string;
  /** Unix seconds the payment is made at. */
  readonly nowSeconds: number;
  readonly wallet?: { readonly privateKey: string };
  /** 32 bytes, hex. */
  readonly nonce?: string;
  readonly x402Version?: 1 | 2;
  readonly identifier?: unknown;
  readonly value?: bigint;
  readonly validAfter?: bigint;
  readonly validBefore?: bigint;
  readonly to?: string;
  /** Replaces fields of the v2 `accepted`. */
  readonly accepted?: Readonly<Record<string, unknown>>;
  /** Replaces fields of the payload as a whole, after signing. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Replaces the signature. */
  readonly signature?: string;
}

/** A signed payment as its header and as the decoded payload. */
export interface TestPayment {
  readonly header: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly payer: string;
  readonly nonce: string;
}

let nonces = 0;

/** A key that only tests use; it holds nothing. */
export const TEST_WALLET = new Wallet(`0x${'7e'.repeat(32)}`);

/** Signs a payment as an official client would, v2 unless stated otherwise. Nonces are counted, not drawn. */
export function signTestPayment(options: TestPaymentOptions): TestPayment {
  const { terms, nowSeconds } = options;
  const wallet = options.wallet ? new Wallet(options.wallet.privateKey) : TEST_WALLET;
  const value = options.value ?? options.route.price;
  const message = {
    from: wallet.address,
    to: options.to ?? terms.payTo,
    value,
    validAfter: options.validAfter ?? 0n,
    validBefore: options.validBefore ?? BigInt(nowSeconds + 60),
    nonce: options.nonce ?? `0x${(++nonces).toString(16).padStart(64, '0')}`,
  };
  const signature = options.signature ?? signNow(wallet, terms, message);
  const transfer = {
    signature,
    authorization: {
      from: message.from,
      to: message.to,
      value: value.toString(),
      validAfter: message.validAfter.toString(),
      validBefore: message.validBefore.toString(),
      nonce: message.nonce,
    },
  };
  const payload = options.x402Version === 1 ? v1(options, transfer) : v2(options, transfer, value);
  return { header: encodeHeader(payload), payload, payer: wallet.address, nonce: message.nonce };
}

/** Signs without awaiting, so that tests can build payments where they stand. */
function signNow(wallet: Wallet, terms: PaymentTerms, message: Record<string, unknown>): string {
  const digest = TypedDataEncoder.hash(tokenDomain(terms), TRANSFER_WITH_AUTHORIZATION, message);
  return wallet.signingKey.sign(digest).serialized;
}

function v1(options: TestPaymentOptions, payload: object): Readonly<Record<string, unknown>> {
  return { x402Version: 1, scheme: 'exact', network: options.terms.networkName, payload, ...options.payload };
}

function v2(options: TestPaymentOptions, payload: object, value: bigint): Readonly<Record<string, unknown>> {
  const identified = options.identifier !== undefined;
  return {
    x402Version: 2,
    resource: { url: options.resourceUrl, description: '', mimeType: 'application/json' },
    accepted: { ...paymentRequirement(options.terms, value), ...options.accepted },
    payload,
    ...(identified
      ? { extensions: { 'payment-identifier': { info: { required: false, id: options.identifier } } } }
      : {}),
    ...options.payload,
  };
}
