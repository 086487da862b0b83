import { Agent, get } from 'node:http';
import { networkOf, type PaymentTerms } from '@stackcheck/payment-x402';
import { signTestPayment } from '@stackcheck/payment-x402/testing';

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

/** Signs payments for what a URL offers, each with a nonce of its own. They are good for the offered window from now on. */
export async function signPayments(url: string, count: number): Promise<readonly string[]> {
  const { status, headers, body } = await request(url, new Agent());
  if (status !== 402) throw new Error(`${url}: an unpaid request was answered ${status}: ${body.slice(0, 300)}`);
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
  return Array.from({ length: count }, () => {
    const price = { price: BigInt(wanted.amount) };
    return signTestPayment({ terms, route: price, resourceUrl: resource.url, nowSeconds, accepted: wanted }).header;
  });
}

/** Sends every payment once, so many at a time, over kept connections. @returns paid answers per second */
export async function payAll(url: string, payments: readonly string[], concurrency: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const left = [...payments];
  const startedAt = performance.now();
  const buyer = async (): Promise<void> => {
    for (let payment = left.pop(); payment !== undefined; payment = left.pop()) {
      const { status, body } = await request(url, agent, { 'PAYMENT-SIGNATURE': payment });
      if (status !== 200) throw new Error(`${url}: a paid request was answered ${status}: ${body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, buyer));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return payments.length / seconds;
}

/** The body of one paid answer. */
export async function payOnce(url: string): Promise<string> {
  const [payment] = await signPayments(url, 1);
  const { status, body } = await request(url, new Agent(), { 'PAYMENT-SIGNATURE': payment! });
  if (status !== 200) throw new Error(`${url}: a paid request was answered ${status}: ${body.slice(0, 300)}`);
  return body;
}

function request(url: string, agent: Agent, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
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
    }).on('error', reject);
  });
}
