import { randomUUID } from 'node:crypto';
import type { PrivateKeyAccount } from 'viem/accounts';
import { decodeHeader, signV2Payment } from '@stackcheck/demo';
import { readV1Offer, signV1Payment } from '../buyers/v1-buyer';
import type { Choice } from './choice';

/** What somebody wants to know, and what it costs in atomic USDC. */
export interface Question {
  readonly path: string;
  readonly price: string;
  readonly body?: string;
}

/** One signed payment and what became of it, as its buyer saw it. */
export interface MadePayment {
  readonly header: Readonly<Record<string, string>>;
  readonly payer: string;
  readonly nonce: string;
  readonly identifier: string | undefined;
  /** The advice of an answer was to sign a new payment, so this one must never be charged. */
  refusedWith?: string;
  /** Attempts that brought nothing, from sending to silence, in epoch milliseconds. */
  readonly losses: Loss[];
  readonly answers: ReceivedAnswer[];
}

/** An attempt whose answer did not arrive, or not whole. */
export interface Loss {
  readonly sentMs: number;
  readonly lostMs: number;
}

/** A paid answer as it arrived. */
export interface ReceivedAnswer {
  readonly body: Buffer;
  readonly paymentResponse: string;
  /** Hash of the transaction that PAYMENT-RESPONSE names; empty when it names none. */
  readonly transaction: string;
}

/** One thing to buy, with every payment signed for it. */
export interface Purchase {
  readonly question: Question;
  readonly payments: MadePayment[];
  /** `left`: the buyer gave up without an answer and comes back at the end. */
  outcome: 'open' | 'answered' | 'left';
  /** What was met, in order. */
  readonly met: string[];
}

/** How a buyer behaves, besides following the advice of each answer. */
export interface Manner {
  readonly version: 1 | 2;
  readonly identified: boolean;
  /** Sends each payment twice at once. */
  readonly doubled: boolean;
  /** Cuts its first attempt after so many milliseconds. */
  readonly cutMs?: number;
  /** Gives up after its first answer that is none. */
  readonly leaves: boolean;
  /** Asks once more for what it has. */
  readonly asksAgain: boolean;
}

/** Codes whose advice is to send the same request again. */
const SAME = new Set(['settlement_unknown', 'payment_in_progress', 'paused', 'dataset_unavailable', 'rate_limited']);
/** HTTP's own word for the same: a node that was frozen answers so to what was sent meanwhile. */
const TIMEOUT = { status: 408, code: 'request_timeout' };
SAME.add(TIMEOUT.code);

/** Retry-After is honoured in a part of its time: the server is killed that much more often than real ones are. */
const PACE = 0.01;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What a buyer needs. */
export interface BuyerDeps {
  /** Where the service listens now; waits while it is down. */
  readonly url: () => Promise<string>;
  readonly payer: PrivateKeyAccount;
  readonly choice: Choice;
  /** Rejects when it is time to stop. */
  readonly signal: AbortSignal;
  /** Share of Retry-After that is waited; a hundredth when absent. */
  readonly pace?: number;
  /** How long somebody with an identifier waits for an answer before he asks again; for ever when absent. */
  readonly patienceMs?: () => number;
}

/** Something the service must never answer. */
export class WrongAnswer extends Error {}

type Reply =
  | { readonly kind: 'answer' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'error'; code: string; waitSeconds: number };

/** Buys one answer by the book: pays what is asked, follows each answer's advice, sends the same payment after silence. */
export async function buy(purchase: Purchase, manner: Manner, deps: BuyerDeps): Promise<void> {
  let payment: MadePayment | undefined;
  let cutMs = manner.cutMs;
  const client = clientAddress(deps.choice);
  while (purchase.outcome === 'open') {
    if (deps.signal.aborted) return;
    payment ??= await sign(purchase, manner, deps);
    if (!payment) {
      await sleep(10);
      continue;
    }
    const paid = payment;
    const once = (): Promise<Reply> => send(purchase.question, paid, client, deps, cutMs);
    const seen = manner.doubled ? best(await Promise.all([once(), once()])) : await once();
    cutMs = undefined;
    purchase.met.push(seen.kind === 'error' ? seen.code : seen.kind);
    if (seen.kind === 'answer') {
      purchase.outcome = 'answered';
      if (manner.asksAgain) await askAgain(purchase.question, paid, client, deps);
      return;
    }
    if (seen.kind === 'error' && !SAME.has(seen.code)) {
      paid.refusedWith = seen.code;
      payment = undefined;
    }
    if (manner.leaves || isSentAway(seen)) purchase.outcome = 'left';
    else
      await sleep(seen.kind === 'error' ? seen.waitSeconds * 1_000 * (deps.pace ?? PACE) : deps.choice.between(5, 40));
  }
}

/** Sends the payments of a purchase once more, as somebody who comes back later. */
export async function comeBack(purchase: Purchase, deps: BuyerDeps): Promise<void> {
  const last = purchase.payments.at(-1);
  // A buyer who must sign a new payment has nothing to come back for.
  if (!last || last.refusedWith) return;
  for (let tries = 0; tries < 40; tries++) {
    const seen = await send(purchase.question, last, clientAddress(deps.choice), deps);
    purchase.met.push(`later: ${seen.kind === 'error' ? seen.code : seen.kind}`);
    if (seen.kind === 'answer') purchase.outcome = 'answered';
    if (seen.kind === 'error' && !SAME.has(seen.code)) last.refusedWith = seen.code;
    if (purchase.outcome === 'answered' || last.refusedWith) return;
    await sleep(100);
  }
}

/** Whether the answer of a purchase comes once more; to be asked when all is calm, of one with an identifier. */
export async function isAnsweredAgain({ question, payments }: Purchase, deps: BuyerDeps): Promise<boolean> {
  const answered = payments.find(({ answers }) => answers.length > 0)!;
  for (let tries = 0; tries < 20; tries++) {
    const seen = await send(question, answered, clientAddress(deps.choice), deps);
    if (seen.kind === 'answer') return true;
    await sleep(100);
  }
  return false;
}

/** The answer comes again, with an identifier at any time and without one for some minutes. */
async function askAgain(question: Question, payment: MadePayment, client: string, deps: BuyerDeps): Promise<void> {
  await sleep(deps.choice.between(0, 600));
  for (let tries = 0; tries < 200 && !deps.signal.aborted; tries++) {
    const seen = await send(question, payment, client, deps);
    if (seen.kind === 'answer') return;
    if (seen.kind === 'error' && !SAME.has(seen.code)) {
      throw new WrongAnswer(`asked again for a paid answer: ${seen.code}`);
    }
    await sleep(20);
  }
}

/** Undefined when the service was not there. */
async function sign(purchase: Purchase, manner: Manner, deps: BuyerDeps): Promise<MadePayment | undefined> {
  const { question, payments } = purchase;
  const { payer } = deps;
  const at = (await deps.url()) + question.path;
  const init = requestOf(question);
  // A refused payment frees its identifier, so a purchase may keep it; half of them do.
  const kept = payments.length > 0 && deps.choice.chance(0.5) ? payments[0]!.identifier : undefined;
  const identifier = manner.identified ? (kept ?? `pay_${randomUUID()}`) : undefined;
  let header: Readonly<Record<string, string>>;
  try {
    if (manner.version === 1) {
      const offer = readV1Offer(await (await fetch(at, init)).json());
      header = { 'X-PAYMENT': await signV1Payment(payer, offer, Date.now()) };
    } else {
      header = await signV2Payment(payer, at, init, identifier === undefined ? {} : { identifier });
    }
  } catch {
    return undefined;
  }
  const { payload } = decodeHeader(Object.values(header)[0]!) as {
    payload: { authorization: { nonce: string } };
  };
  const payment: MadePayment = {
    header,
    payer: payer.address.toLowerCase(),
    nonce: payload.authorization.nonce.toLowerCase(),
    identifier: manner.version === 2 ? identifier : undefined,
    losses: [],
    answers: [],
  };
  payments.push(payment);
  return payment;
}

async function send(
  question: Question,
  payment: MadePayment,
  client: string,
  deps: BuyerDeps,
  cutMs?: number,
): Promise<Reply> {
  const init = requestOf(question);
  const headers = { ...(init.headers as Record<string, string>), ...payment.header, 'X-Forwarded-For': client };
  let status: number;
  let received: Headers;
  let body: Buffer;
  const sentMs = Date.now();
  try {
    // No patience of its own: a buyer that stops listening may lose what it has no identifier to ask for again.
    const patienceMs = cutMs ?? (payment.identifier === undefined ? undefined : deps.patienceMs?.());
    const impatience = patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) };
    const response = await fetch((await deps.url()) + question.path, { ...init, headers, ...impatience });
    ({ status, headers: received } = response);
    body = Buffer.from(await response.arrayBuffer());
  } catch {
    payment.losses.push({ sentMs, lostMs: Date.now() });
    return { kind: 'lost' };
  }
  if (status === 200) {
    const paymentResponse = received.get('payment-response');
    if (paymentResponse === null) throw new WrongAnswer('a paid answer without PAYMENT-RESPONSE');
    const { transaction } = decodeHeader(paymentResponse) as { transaction: string };
    payment.answers.push({ body, paymentResponse, transaction: transaction.toLowerCase() });
    return { kind: 'answer' };
  }
  const { error } = JSON.parse(body.toString('utf8')) as { error: { code: string } };
  if (status === 500) throw new WrongAnswer('an unexpected error');
  return {
    kind: 'error',
    code: status === TIMEOUT.status ? TIMEOUT.code : error.code,
    waitSeconds: Number(received.get('retry-after') ?? '1'),
  };
}

/** A purse of which many payments were refused waits for minutes, which nobody here has. */
function isSentAway(seen: Reply): boolean {
  return seen.kind === 'error' && seen.code === 'rate_limited' && seen.waitSeconds >= 60;
}

function best(both: readonly Reply[]): Reply {
  const rank = (seen: Reply): number =>
    seen.kind === 'answer' ? 0 : seen.kind === 'lost' ? 1 : SAME.has(seen.code) ? 2 : 3;
  return [...both].sort((one, other) => rank(one) - rank(other))[0]!;
}

function requestOf({ body }: Question): RequestInit {
  return body === undefined
    ? { headers: {} }
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

/** Clients come from everywhere: refusals are limited by address. */
function clientAddress(choice: Choice): string {
  return `10.${choice.between(0, 255)}.${choice.between(0, 255)}.${choice.between(1, 254)}`;
}
