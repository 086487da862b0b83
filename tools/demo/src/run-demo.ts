import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { atomicToUsd } from '@stackcheck/contract';
import { decodeHeader, type Purchase } from './purchase';
import { createV2Buyer } from './v2-buyer';
import { DEMO_CALLS, type DemoCall } from './calls';
import { checkSandbox, TEST_NETWORK } from './sandbox-check';
import type { DemoAnswer } from './summaries';

/** Prints one line. */
export type Say = (line: string) => void;

/**
 * Pays a call of each family of the service at `baseUrl` with the official x402 client and a throw-away key, and prints what came.
 * Returns the exit code: 0 when all answers were paid for and arrived, 1 otherwise, each with a plain sentence.
 */
export async function runDemo(baseUrl: string, say: Say): Promise<0 | 1> {
  const sandbox = await checkSandbox(baseUrl);
  if (!sandbox.ok) {
    say(sandbox.why);
    return 1;
  }
  const payer = privateKeyToAccount(generatePrivateKey());
  say(`Paying ${baseUrl} in its sandbox with @x402/fetch. Payer (a key made for this run): ${payer.address}`);

  // The client is configured for the test network alone: whatever is offered, it cannot sign for real money.
  const buy = createV2Buyer(payer, { network: TEST_NETWORK });
  for (const call of DEMO_CALLS) {
    const init: RequestInit = call.body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(call.body) }
      : { method: 'GET' };
    const bought = await buy(baseUrl + call.path, init).catch(messageOf);
    say('');
    say(`${call.method} ${call.path}`);
    if (typeof bought === 'string') {
      say(`  failed: ${bought}`);
      return 1;
    }
    if (bought.status !== 200 || !bought.receipt?.success) {
      say(`  answered ${bought.status}: ${bought.body.toString('utf8').slice(0, 500)}`);
      return 1;
    }
    for (const line of describe(call, bought)) say(`  ${line}`);
  }
  return 0;
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

function describe(call: DemoCall, bought: Purchase): string[] {
  const answer = bought.json<DemoAnswer>();
  const { meta = {} } = answer;
  const lines = call.summarise(answer).map((line, index) => (index === 0 ? line : `  ${line}`));
  lines.push(`price     ${priceOf(bought)} USD`);
  lines.push(`receipt   ${JSON.stringify(bought.receipt)}`);
  lines.push(
    `snapshot  ${String(meta['snapshot_id'])} (as of ${String(meta['as_of'])}, key ${String(meta['key_id'])})`,
  );
  if (meta['notice']) lines.push(`notice    ${String(meta['notice'])}`);
  return lines;
}

/** What was signed for, in dollars. */
function priceOf({ payment }: Purchase): string {
  const header = payment?.['PAYMENT-SIGNATURE'];
  if (header === undefined) return '0';
  const { accepted } = decodeHeader(header) as { accepted: { amount: string } };
  return atomicToUsd(BigInt(accepted.amount));
}
