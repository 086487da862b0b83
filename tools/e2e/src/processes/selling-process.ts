import { randomBytes } from 'node:crypto';
import { readConfig } from '@stackcheck/api';
import { signTestPayment } from '@stackcheck/payment-x402/testing';
import { commandOf, freePort, startProgram, untilLive, type RunningApp } from './built-app';

/** The built API as a process that takes payments. */
export interface SellingProcess {
  readonly url: string;
  readonly app: RunningApp;
  /** A payment header for `/v1/eol/nodejs` that no other call has used. @param privateKey of another payer than that of all tests */
  payment(privateKey?: string): string;
  /** Buys `/v1/eol/nodejs`, each time with a new payment unless one is given. */
  buy(payment?: string): Promise<Response>;
}

/** How the process is started. */
export interface SellingOptions {
  readonly dataDir: string;
  readonly facilitatorUrl: string;
  /** Shell text that runs before the program, in its process and with its `DATA_DIR`, in a mount namespace of its own. */
  readonly prepare?: string;
  /** How long it may take to start; as `untilLive` says when absent. */
  readonly liveWithinMs?: number;
  /** Where it listens; any free port when absent. */
  readonly port?: number;
  /** Further variables; with PUBLIC_BASE_URL payments are signed for that one. */
  readonly env?: Readonly<Record<string, string>>;
}

const PRODUCT = '/v1/eol/nodejs';
const PRICE = 1_000n;

/** Starts it and waits until it answers. */
export async function startSelling({
  dataDir,
  facilitatorUrl,
  prepare,
  liveWithinMs,
  port: given,
  env: further = {},
}: SellingOptions): Promise<SellingProcess> {
  const port = given ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PAYMENTS_MODE: 'facilitator',
    FACILITATOR_URL: facilitatorUrl,
    PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    LOG_LEVEL: 'info',
    // These tests hold processors up on purpose.
    EVENT_LOOP_LAG_MAX_MS: '0',
    ...further,
  };
  const { payments } = readConfig(env);
  if (payments.mode !== 'facilitator') throw new Error('the process would not sell');
  const program = commandOf('api');
  const app =
    prepare === undefined
      ? startProgram(program, env)
      : startProgram(['unshare', '-rm', 'sh', '-ec', `${prepare}\nexec "$@"`, 'sh', ...program], env);
  await untilLive(app, url, liveWithinMs);
  const payment = (privateKey?: string): string =>
    signTestPayment({
      ...(privateKey === undefined ? {} : { wallet: { privateKey } }),
      terms: payments.terms,
      route: { price: PRICE },
      resourceUrl: (further['PUBLIC_BASE_URL'] ?? url) + PRODUCT,
      nowSeconds: Math.floor(Date.now() / 1_000),
      nonce: `0x${randomBytes(32).toString('hex')}`,
    }).header;
  return {
    url,
    app,
    payment,
    buy: (header = payment()) => fetch(url + PRODUCT, { headers: { 'PAYMENT-SIGNATURE': header } }),
  };
}
