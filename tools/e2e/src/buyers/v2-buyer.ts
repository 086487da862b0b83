import { wrapFetchWithPayment, x402Client, type PaymentPayload } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { ClientEvmSigner } from '@x402/evm';
import { toPurchase, type Purchase } from './purchase';

/** What a v2 buyer may be told besides its key. */
export interface BuyerOptions {
  /** The one network (CAIP-2) that it signs for; without it, any EVM network. */
  readonly network?: `eip155:${number}`;
  /** Sent as `payment-identifier` with each payment, where the offer advertises the extension. */
  readonly identifier?: string;
  /** Changes the finished payment before it is sent, for payments that a well-behaved client would never make. */
  readonly tamper?: (payment: PaymentPayload) => PaymentPayload;
}

/** Asks, pays what is asked, and asks again. */
export type Buy = (url: string, init?: RequestInit) => Promise<Purchase>;

/**
 * A buyer of protocol version 2 made of the official client: `@x402/fetch` with the EVM `exact` scheme and its default spending
 * limits.
 */
export function createV2Buyer(signer: ClientEvmSigner, options: BuyerOptions = {}): Buy {
  return async (url, init) => {
    const client = new x402Client().register(options.network ?? 'eip155:*', new ExactEvmScheme(signer));
    const { identifier, tamper } = options;
    if (identifier !== undefined) client.registerExtension(paymentIdentifier(identifier));
    if (tamper) {
      client.onAfterPaymentCreation(async ({ paymentPayload }) => {
        Object.assign(paymentPayload, tamper(structuredClone(paymentPayload)));
      });
    }

    let payment: Record<string, string> | undefined;
    const recording: typeof fetch = async (input, requestInit) => {
      const sent = new Request(input, requestInit).headers.get('payment-signature');
      if (sent !== null) payment = { 'PAYMENT-SIGNATURE': sent };
      return fetch(input, requestInit);
    };
    const response = await wrapFetchWithPayment(recording, client)(url, init);
    return toPurchase(response, payment);
  };
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
