import { wrapAxiosWithPayment, x402Client } from '@x402/axios';
import type { ClientEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import axios from 'axios';
import { decodeHeader, type Purchase } from '@stackcheck/demo';

/** Asks, pays what is asked, and asks again. */
export type AxiosBuy = (url: string, body?: object) => Promise<Purchase>;

/**
 * A buyer made of the official client for axios, which is an older release than the one for fetch and brings its own copy of the
 * protocol. Any status is an answer, not an error.
 */
export function createAxiosBuyer(signer: ClientEvmSigner): AxiosBuy {
  return async (url, body) => {
    let payment: Record<string, string> | undefined;
    const http = axios.create({ responseType: 'arraybuffer', proxy: false });
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(signer) as never);
    const paying = wrapAxiosWithPayment(http, client);
    http.interceptors.request.use((config) => {
      const sent: unknown = config.headers.get('PAYMENT-SIGNATURE');
      if (typeof sent === 'string') payment = { 'PAYMENT-SIGNATURE': sent };
      return config;
    });
    const asked = body === undefined ? paying.get<Buffer>(url) : paying.post<Buffer>(url, body);
    const { status, headers, data } = await asked.catch((error: unknown) => {
      // The client lets a 402 through only as an error; so is every other status that is no success.
      if (axios.isAxiosError<Buffer>(error) && error.response) return error.response;
      throw error;
    });
    const received = new Headers();
    for (const [name, value] of Object.entries(headers)) received.set(name, String(value));
    const receipt = received.get('payment-response');
    return {
      status,
      headers: received,
      body: data,
      json: <T>() => JSON.parse(data.toString('utf8')) as T,
      receipt: receipt === null ? undefined : (decodeHeader(receipt) as Purchase['receipt']),
      payment,
    };
  };
}
