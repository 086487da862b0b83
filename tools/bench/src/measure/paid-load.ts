import { Agent, request as httpRequest } from 'node:http';
import { networkOf, type PaymentTerms } from '@stackcheck/payment-x402';
import { signTestPayment } from '@stackcheck/payment-x402/testing';

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
  const { status, headers, body } = await send(call, new Agent());
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

/** Sends every payment once, so many at a time, over kept connections. @returns paid answers per second */
export async function payAll(call: PaidCall, payments: readonly string[], concurrency: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const left = [...payments];
  const startedAt = performance.now();
  const buyer = async (): Promise<void> => {
    for (let payment = left.pop(); payment !== undefined; payment = left.pop()) await pay(call, agent, payment);
  };
  await Promise.all(Array.from({ length: concurrency }, buyer));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return payments.length / seconds;
}

/** What a steady load found. */
export interface SteadyLoad {
  /** How long each answer took, in milliseconds, from the moment when its request should have been sent. */
  readonly tookMs: readonly number[];
  /** Calls that were refused: the rate was more than the machine could take at that time. */
  readonly refused: number;
}

/** Sends the payments at a steady rate, whether the ones before are answered or not. */
export async function payAtRate(call: PaidCall, payments: readonly string[], perSecond: number): Promise<SteadyLoad> {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const tookMs: number[] = [];
  await Promise.all(
    payments.map(async (payment, index) => {
      const dueAt = startedAt + (index * 1_000) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
      const { status } = await send(call, agent, { 'PAYMENT-SIGNATURE': payment });
      if (status === 200) tookMs.push(performance.now() - dueAt);
    }),
  );
  agent.destroy();
  return { tookMs, refused: payments.length - tookMs.length };
}

/** The body of one paid answer. */
export async function payOnce(call: PaidCall): Promise<string> {
  const [payment] = await signPayments(call, 1);
  return pay(call, new Agent(), payment!);
}

async function pay(call: PaidCall, agent: Agent, payment: string): Promise<string> {
  const { status, body } = await send(call, agent, { 'PAYMENT-SIGNATURE': payment });
  if (status !== 200) throw new Error(`${call.url}: a paid request was answered ${status}: ${body.slice(0, 300)}`);
  return body;
}

function send(call: PaidCall, agent: Agent, payment: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const { url, body } = call;
  const headers =
    body === undefined ? payment : { ...payment, 'Content-Type': 'application/json', 'Content-Length': body.length };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
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
