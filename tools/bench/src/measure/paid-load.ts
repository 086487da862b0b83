import { request as httpRequest } from 'node:http';
import type { PaymentTerms } from '@stackcheck/payment-x402';
import { networkOf } from '@stackcheck/payment-x402/terms';
import { signTestPayment } from '@stackcheck/payment-x402/testing';
import { KeptConnection, openConnections, statusOf } from './kept-connection';

/** A request to be paid for. */
export interface PaidCall {
  readonly url: string;
  /** JSON body; the call is a POST with one and a GET without. */
  readonly body?: string;
}

/** What a server wants to be paid, as its PAYMENT-REQUIRED header says (x402 v2). */
interface Wanted {
  readonly resource: { readonly url: string };
  readonly accepts: readonly {
    readonly amount: string;
    readonly payTo: string;
    readonly extra: { readonly name: string; readonly version: string };
  }[];
}

/** An answer as a buyer sees it. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const NETWORK = networkOf('eip155:84532')!;

/** Signs payments for what a call offers, each with a nonce of its own. They are good for an hour, since a busy machine may take long. */
export async function signPayments(call: PaidCall, count: number): Promise<readonly string[]> {
  const { status, headers, body } = await send(call);
  if (status !== 402) throw new Error(`${call.url}: an unpaid request was answered ${status}: ${body.slice(0, 300)}`);
  const offer = Buffer.from(String(headers['payment-required']), 'base64').toString('utf8');
  const { accepts, resource } = JSON.parse(offer) as Wanted;
  const wanted = accepts[0]!;
  const { extra, payTo } = wanted;
  const terms: PaymentTerms = {
    network: NETWORK.caip2,
    networkName: NETWORK.name,
    chainId: NETWORK.chainId,
    asset: NETWORK.usdc,
    assetName: extra.name,
    assetVersion: extra.version,
    payTo,
  };
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const validBefore = BigInt(nowSeconds + 3_600);
  return Array.from({ length: count }, () => {
    const price = { price: BigInt(wanted.amount) };
    const resourceUrl = resource.url;
    return signTestPayment({ terms, route: price, resourceUrl, nowSeconds, validBefore, accepted: wanted }).header;
  });
}

/**
 * Sends every payment once, so many at a time, over kept connections. The requests are made before the time counts.
 * @returns paid answers per second
 */
export async function payAll(call: PaidCall, payments: readonly string[], concurrency: number): Promise<number> {
  const requests = payments.map((payment) => paidBytesOf(call, payment));
  return sendAll(call.url, requests, concurrency, (head) => statusOf(head) === 200);
}

/**
 * Sends every request once, so many at a time, over kept connections.
 * @param isGood whether the head of an answer is one of a paid answer
 * @returns answers per second
 */
export async function sendAll(
  url: string,
  requests: readonly Uint8Array[],
  concurrency: number,
  isGood: (head: string) => boolean,
): Promise<number> {
  const left = [...requests];
  const buyers = await openConnections(url, concurrency);
  const startedAt = performance.now();
  const shop = async (buyer: KeptConnection): Promise<void> => {
    for (let request = left.pop(); request !== undefined; request = left.pop()) {
      const head = await buyer.ask(request);
      if (!isGood(head)) throw new Error(`${url}: a paid request was answered\n${head}`);
    }
  };
  try {
    await Promise.all(buyers.map(shop));
    return (requests.length * 1_000) / (performance.now() - startedAt);
  } finally {
    for (const buyer of buyers) buyer.close();
  }
}

/** What a steady load found. */
export interface SteadyLoad {
  /** How long each answer took, in milliseconds, from the moment when its request should have been sent. */
  readonly tookMs: readonly number[];
  /** Calls that were refused: the rate was more than the machine could take at that time. */
  readonly refused: number;
  /** Most calls that left in one go: timers tick in milliseconds, and a generator that had to wait catches up. */
  readonly burstMax: number;
}

/**
 * Buyers are clients of their own, as they are to a server: those that wait while a disk syncs would be more than one client may have under way. Linux has the
 * whole of 127.0.0.0/8 on its loopback.
 */
function buyerAddress(n: number): string | undefined {
  return process.platform === 'linux' ? `127.0.1.${1 + (n % 250)}` : undefined;
}

/** More than are in use at a time, unless the server falls behind. */
const CONNECTIONS_AHEAD = 64;

/** Sends the payments at a steady rate, whether the ones before are answered or not. */
export async function payAtRate(call: PaidCall, payments: readonly string[], perSecond: number): Promise<SteadyLoad> {
  const requests = payments.map((payment) => paidBytesOf(call, payment));
  const all = await openConnections(call.url, CONNECTIONS_AHEAD, buyerAddress);
  const idle = [...all];
  const tookMs: number[] = [];
  let burstMax = 0;
  // What signing left behind would be collected in the middle of it, and the calls that were due meanwhile would count as slow.
  globalThis.gc?.();
  const pay = async (request: Uint8Array, dueAt: number): Promise<void> => {
    // In turn, so that none is idle for so long that its server closes it.
    let buyer = idle.shift();
    if (!buyer) all.push((buyer = new KeptConnection(call.url, buyerAddress(all.length))));
    const head = await buyer.ask(request);
    if (statusOf(head) === 200) tookMs.push(performance.now() - dueAt);
    idle.push(buyer);
  };
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  try {
    while (calls.length < requests.length) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      let burst = 0;
      for (; calls.length < requests.length; burst++) {
        const dueAt = startedAt + (calls.length * 1_000) / perSecond;
        if (dueAt > performance.now()) break;
        calls.push(pay(requests[calls.length]!, dueAt));
      }
      burstMax = Math.max(burstMax, burst);
    }
    await Promise.all(calls);
  } finally {
    for (const buyer of all) buyer.close();
  }
  return { tookMs, refused: payments.length - tookMs.length, burstMax };
}

/** The body of one paid answer. */
export async function payOnce(call: PaidCall): Promise<string> {
  const [payment] = await signPayments(call, 1);
  const { status, body } = await send(call, { 'PAYMENT-SIGNATURE': payment! });
  if (status !== 200) throw new Error(`${call.url}: a paid request was answered ${status}: ${body.slice(0, 300)}`);
  return body;
}

function paidBytesOf(call: PaidCall, payment: string): Uint8Array {
  return bytesOf(call, { 'PAYMENT-SIGNATURE': payment });
}

/** A request as it stands on the connection. */
export function bytesOf({ url, body }: PaidCall, headers: Readonly<Record<string, string>>): Uint8Array {
  const { host, pathname } = new URL(url);
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

function send(call: PaidCall, payment: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const { url, body } = call;
  const headers =
    body === undefined ? payment : { ...payment, 'Content-Type': 'application/json', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces).toString('utf8'),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
