import type { PaymentTerms } from '@stackcheck/payment-x402';
import { networkOf } from '@stackcheck/payment-x402/terms';
import { signTestPayment } from '@stackcheck/payment-x402/testing';
import type { RequestParts } from './wire';

/** A paid request and what its offer asks for. */
export interface OfferedRequest {
  readonly request: RequestParts;
  readonly offer: Offer;
}

/** The PAYMENT-REQUIRED header of a 402 (x402 v2), as far as it is needed to pay. */
interface Offer {
  readonly resource: { readonly url: string };
  readonly accepts: readonly {
    readonly amount: string;
    readonly payTo: string;
    readonly extra: { readonly name: string; readonly version: string };
  }[];
}

const NETWORK = networkOf('eip155:84532')!;
/** Payments are sent soon after they are signed, but a busy machine may take long. */
const WINDOW_SECONDS = 3_600;

/** Asks for an offer. @throws Error when the answer is none */
export async function askOffer(url: string, request: RequestParts): Promise<OfferedRequest> {
  const { method = 'GET', target, body } = request;
  const response = await fetch(url + target, { method, ...(body === undefined ? {} : { body }) });
  const header = response.headers.get('payment-required');
  if (response.status !== 402 || header === null)
    throw new Error(`${method} ${target}: an unpaid request was answered ${response.status}`);
  return { request, offer: JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Offer };
}

/** Signs a payment for a request with the key of buyer number so and so. @returns its header's value */
export function payAs(buyer: number, { offer }: OfferedRequest, identifier: string | undefined): string {
  const accepted = offer.accepts[0]!;
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const terms: PaymentTerms = {
    network: NETWORK.caip2,
    networkName: NETWORK.name,
    chainId: NETWORK.chainId,
    asset: NETWORK.usdc,
    assetName: accepted.extra.name,
    assetVersion: accepted.extra.version,
    payTo: accepted.payTo,
  };
  return signTestPayment({
    terms,
    route: { price: BigInt(accepted.amount) },
    resourceUrl: offer.resource.url,
    nowSeconds,
    validBefore: BigInt(nowSeconds + WINDOW_SECONDS),
    wallet: { privateKey: `0x${(buyer + 1).toString(16).padStart(64, '0')}` },
    accepted,
    ...(identifier === undefined ? {} : { identifier }),
  }).header;
}
