import { randomBytes } from 'node:crypto';
import type { AnyRoute, ApiConfig } from '@stackcheck/api';
import { createBuyer, memorySpendBook, signerFromKey, type BuyerOptions, type Purchase } from '@stackcheck/buyer';
import { keyFromFile, openSpendBook, system } from '@stackcheck/buyer/node';
import { atomicToUsd, usdToAtomic } from '@stackcheck/contract';
import { parseKeySet, verifyAnswer } from '@stackcheck/signing';
import type { Check, DoctorContext, RealPurchase } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, skipped, fault } = findingsOf('purchase');

/** Runs of a day that may buy. */
const PURCHASES_A_DAY = 10n;

/**
 * Buys the cheapest answer end to end and verifies it: in the sandbox, where no money moves, with a key made for it; with real money only when
 * that is asked for, with the key that is given and within its caps.
 */
export const purchase: Check = {
  name: 'purchase',
  async run(context) {
    const { config, buy } = context;
    const { payments } = config;
    if (payments.mode === 'off') return [skipped('payments are off')];
    if (payments.mode !== 'sandbox' && buy === undefined) return [skipped('real money: buy with --buy --buy-key FILE')];
    const { network, payTo } = payments.terms;
    const { target, price } = await cheapest(config);
    try {
      const payer = payments.mode === 'sandbox' ? sandboxPayer() : await realPayer(buy!);
      const buyer = createBuyer({ ...system, fetch, network, payTo, ...payer });
      return await bought(await buyer.pay({ url: `${config.baseUrl}${target}` }), target, context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unexpected fault';
      const what = `${target} for ${atomicToUsd(price)} USD was not sold: ${reason}`;
      return [
        fault(
          what,
          'buyers cannot buy',
          'read the other findings, then the log; an open payment is gone on with by the next run',
        ),
      ];
    }
  },
};

/** The cheapest route that is asked without a body. */
async function cheapest({ prices }: ApiConfig): Promise<{ readonly target: string; readonly price: bigint }> {
  const { exampleTarget, ROUTES } = await import('@stackcheck/api');
  const priceOf = ({ operationId, price }: AnyRoute): bigint =>
    prices[operationId] ?? (price === 'free' ? 0n : usdToAtomic(price));
  const sold = ROUTES.filter(
    ({ method, price, implemented }) => method === 'GET' && price !== 'free' && implemented !== false,
  );
  const [first] = [...sold].sort((a, b) => Number(priceOf(a) - priceOf(b)));
  return { target: exampleTarget(first!), price: priceOf(first!) };
}

type Payer = Pick<BuyerOptions, 'signer' | 'book' | 'caps'>;

function sandboxPayer(): Payer {
  return {
    signer: signerFromKey(randomBytes(32).toString('hex'), 'a key of this check'),
    book: memorySpendBook(),
    caps: {},
  };
}

async function realPayer({ keyFile, most }: RealPurchase): Promise<Payer> {
  const caps = { call: most, session: most, day: most * PURCHASES_A_DAY };
  return { signer: await keyFromFile(keyFile), book: openSpendBook(`${keyFile}.spent.json`), caps };
}

async function bought(purchase: Purchase, target: string, { config }: DoctorContext): Promise<readonly Finding[]> {
  const { outcome, answer } = purchase;
  if (outcome !== 'paid')
    return [
      fault(
        `${target} was not sold: ${outcome}, status ${answer.status}`,
        'buyers cannot buy',
        'read the other findings, then the log',
      ),
    ];
  const transaction = purchase.receipt?.transaction;
  const proof = transaction && config.payments.mode !== 'sandbox' ? `, transaction ${transaction}` : '';
  const said = `an answer of ${target} was bought for ${atomicToUsd(purchase.amount)} USD${proof}`;
  const unproven = await faultsOf(answer, `${config.baseUrl}${target}`, config.baseUrl);
  if (unproven.length === 0) return [ok(`${said}, and its proofs hold`)];
  return [
    ok(said),
    fault(
      `it is not proven: ${unproven.join('; ')}`,
      'buyers can prove nothing with it',
      'run keys, then snapshots verify',
    ),
  ];
}

/** What the published keys and manifests do not prove of an answer. */
async function faultsOf(
  { status, headers, body }: Purchase['answer'],
  url: string,
  baseUrl: string,
): Promise<readonly string[]> {
  const text = async (path: string): Promise<string> =>
    (await fetch(baseUrl + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
  const { meta } = JSON.parse(new TextDecoder().decode(body)) as { readonly meta?: { readonly dataset?: string } };
  const manifest: unknown = JSON.parse(await text(`/v1/${meta?.dataset}/manifest`));
  const keys = parseKeySet(await text('/.well-known/jwks.json'));
  const names = ['content-digest', 'signature', 'signature-input', 'payment-response'];
  const signed = Object.fromEntries(
    names.flatMap((name) => (headers.get(name) === null ? [] : [[name, headers.get(name)!]])),
  );
  const { claims } = verifyAnswer({ url, status, headers: signed, body, manifests: [manifest], keys });
  return claims.flatMap(({ subject, fault: why }) => (why === null ? [] : [`${subject}: ${why}`]));
}

const TIMEOUT_MS = 10_000;
