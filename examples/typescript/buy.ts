// Buys one answer for each question of ../questions.json, with the official x402 client.
//
//   PRIVATE_KEY=0x… npm run example             every question
//   PRIVATE_KEY=0x… npm run example -- kev      the questions of one family
//
// In a project of your own: npm install @x402/fetch @x402/evm viem. Node 22.18 and later run this file as it is.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client, x402HTTPClient, type PaymentPayload } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

interface Question {
  readonly family: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** An error body of the service: `next` says what to do. */
interface Refusal {
  readonly error?: { readonly code: string; readonly message: string; readonly next: string };
}

const BASE_URL = process.env['BASE_URL'] ?? 'http://127.0.0.1:8402';
const QUESTIONS = process.env['QUESTIONS'] ?? new URL('../questions.json', import.meta.url);

/** The only network that this buyer signs for: the sandbox's, where no money moves. Real: eip155:8453. */
const NETWORK = (process.env['NETWORK'] ?? 'eip155:84532') as `eip155:${number}`;

/** No answer is worth more to this buyer; atomic USDC, so 100,000 are 0.10 USD. */
const PRICE_MAX = BigInt(process.env['PRICE_MAX'] ?? '100000');

const USAGE =
  'usage: PRIVATE_KEY=0x… npm run example [-- FAMILY]   (FAMILY as in questions.json; all when none is named)';

/** These two are no failures: the payment is kept, and the same one gets the answer. A new one could be charged as well. */
const SEND_AGAIN = new Set(['settlement_unknown', 'payment_in_progress']);

/** Asks, pays what the offer asks for, and asks again, with the same payment as often as the service wants it. */
async function buy(http: x402HTTPClient, { method, path, body }: Question): Promise<unknown> {
  const ask = (headers: Record<string, string>): Promise<Response> =>
    fetch(BASE_URL + path, {
      method,
      headers: { ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  const unpaid = await ask({});
  if (unpaid.status !== 402) throw new Error(`${path}: expected an offer, got ${await reason(unpaid)}`);
  const offer = http.getPaymentRequiredResponse((name) => unpaid.headers.get(name), await unpaid.json());
  const payment = http.encodePaymentSignatureHeader(withIdentifier(await http.createPaymentPayload(offer)));

  for (let attempt = 1; ; attempt++) {
    const response = await ask(payment);
    if (response.ok) return response.json();
    const refusal = (await response.clone().json()) as Refusal;
    if (attempt === 5 || !SEND_AGAIN.has(refusal.error?.code ?? ''))
      throw new Error(`${path}: ${await reason(response)}`);
    const seconds = Number(response.headers.get('retry-after') ?? 2);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** With an identifier the same payment gives the same answer again, should this one be lost on the way. */
function withIdentifier(payment: PaymentPayload): PaymentPayload {
  const key = 'payment-identifier';
  const offered = payment.extensions?.[key] as { info?: object } | undefined;
  if (!offered) return payment;
  const named = { ...offered, info: { ...offered.info, id: `pay_${randomUUID()}` } };
  return { ...payment, extensions: { ...payment.extensions, [key]: named } };
}

async function reason(response: Response): Promise<string> {
  const { error } = (await response.json().catch(() => ({}))) as Refusal;
  return error ? `${response.status} ${error.code}: ${error.message} ${error.next}` : String(response.status);
}

async function main(): Promise<void> {
  const { PRIVATE_KEY } = process.env;
  const [family, ...more] = process.argv.slice(2);
  if (family?.startsWith('-') || more.length > 0) throw new Error(USAGE);
  if (!PRIVATE_KEY) throw new Error(`PRIVATE_KEY is not set; in the sandbox any 32 bytes in hex will do\n${USAGE}`);
  const client = new x402Client()
    .register(NETWORK, new ExactEvmScheme(privateKeyToAccount(PRIVATE_KEY as `0x${string}`)))
    .registerPolicy((_version, offers) => offers.filter(({ amount }) => BigInt(amount) <= PRICE_MAX));
  const http = new x402HTTPClient(client);
  const questions = JSON.parse(readFileSync(QUESTIONS, 'utf8')) as Question[];
  for (const question of questions.filter((one) => family === undefined || one.family === family)) {
    const answer = await buy(http, question);
    process.stdout.write(`${JSON.stringify({ family: question.family, path: question.path, answer })}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
