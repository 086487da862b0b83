import { wrapFetchWithPayment, x402Client, x402HTTPClient, type PaymentPayload } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { ClientEvmSigner } from '@x402/evm';
import { toPurchase, type Purchase } from './purchase';

/** Options of a v2 buyer in addition to its key. */
export interface BuyerOptions {
  /** The one network (CAIP-2) that it signs for; without it, any EVM network. */
  readonly network?: `eip155:${number}`;
  /** Sent as `payment-identifier` with each payment, where the offer advertises the extension. */
  readonly identifier?: string;
}

/** Asks, pays what is asked, and asks again. */
export type Buy = (url: string, init?: RequestInit) => Promise<Purchase>;

/**
 * A buyer of protocol version 2 made of the official client: `@x402/fetch` with the EVM `exact` scheme and its default spending
 * limits.
 */
export function createV2Buyer(signer: ClientEvmSigner, options: BuyerOptions = {}): Buy {
  return async (url, init) => {
    let payment: Record<string, string> | undefined;
    const recording: typeof fetch = async (input, requestInit) => {
      // The official client always passes a finished Request, whose body must stay unread here.
      const sent = input instanceof Request ? input.headers.get('payment-signature') : null;
      if (sent !== null) payment = { 'PAYMENT-SIGNATURE': sent };
      return fetch(input, requestInit);
    };
    const response = await wrapFetchWithPayment(recording, officialClient(signer, options))(url, init);
    return toPurchase(response, payment);
  };
}

/** Asks for the offer and signs it without sending it: the payment as a header, for sending it as one likes. */
export async function signV2Payment(
  signer: ClientEvmSigner,
  url: string,
  init: RequestInit = {},
  options: BuyerOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const http = new x402HTTPClient(officialClient(signer, options));
  const response = await fetch(url, init);
  const offer = http.getPaymentRequiredResponse((name) => response.headers.get(name), await response.json());
  return http.encodePaymentSignatureHeader(await http.createPaymentPayload(offer));
}

function officialClient(signer: ClientEvmSigner, options: BuyerOptions): x402Client {
  const client = new x402Client().register(options.network ?? 'eip155:*', new ExactEvmScheme(signer));
  if (options.identifier !== undefined) client.registerExtension(paymentIdentifier(options.identifier));
  return client;
}

/** The official client sends a payment-identifier only through an extension such as this one. */
function paymentIdentifier(id: string) {
  const key = 'payment-identifier';
  return {
    key,
    async enrichPaymentPayload(payment: PaymentPayload): Promise<PaymentPayload> {
      const offered = payment.extensions?.[key] as { info?: object } | undefined;
      if (!offered) return payment;
      return {
        ...payment,
        extensions: { ...payment.extensions, [key]: { ...offered, info: { ...offered.info, id } } },
      };
    },
  };
}
