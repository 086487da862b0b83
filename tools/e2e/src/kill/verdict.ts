import { referenceOf } from '@stackcheck/api';
import type { StoredAnswer } from '@stackcheck/payment-x402';
import type { PaymentRecord } from '@stackcheck/payment-x402/ledger';
import { sha256Hex } from '@stackcheck/signing';
import type { Address } from 'viem';
import { USDC, type TestChain } from '../chain/test-chain';
import type { MadePayment, Purchase } from './buyer';
import { isBeyondHelp, isCalledReplay } from './declared-limit';
import type { JudgedLedger } from './judged-ledger';

/** What is judged: the buyers' memory, the chain and the ledger. */
export interface Case {
  readonly purchases: readonly Purchase[];
  readonly chain: TestChain;
  readonly payTo: Address;
  /** Left open. */
  readonly ledger: JudgedLedger;
  /**
   * Whether the server could ask the chain. Without a node, two things cannot be known: the transaction of a settlement that
   * could not be stored for want of disk (its answer went out all the same, and later names none), and what became of a payment
   * whose window closed before anybody asked the facilitator again.
   */
  readonly evidence: boolean;
}

/** What came out. */
export interface Verdict {
  readonly transfers: number;
  /** Payments without a node to ask whose window closed while their outcome was open; held, and never called free. */
  readonly inDoubt: number;
  /** The same by kind: whether the chain, which the server could not ask, holds their transfer, and their buyer an answer. */
  readonly doubts: ReadonlyMap<string, number>;
  /** Payments that are beyond help by declaration (`isBeyondHelp`). */
  readonly beyondHelp: number;
  readonly faults: readonly string[];
}

interface Charge {
  readonly transaction: string;
  readonly to: string;
  readonly value: string;
}

/** Holds what buyers saw against the chain and the ledger; to be called when no server runs. */
export async function judge({ purchases, chain, payTo, ledger, evidence }: Case): Promise<Verdict> {
  const faults: string[] = [];
  const doubts = new Map<string, number>();
  let beyondHelp = 0;
  const charges = await chargesByNonce(chain, faults);
  faults.push(...(await ledger.faults()));
  const seen = new Set<string>();
  const nowSeconds = Date.now() / 1_000;
  for (const purchase of purchases) {
    const report = (what: string): void => {
      faults.push(`${what} (${purchase.question.path}: ${storyOf(purchase)})`);
    };
    const excused: MadePayment[] = [];
    for (const payment of purchase.payments) {
      seen.add(payment.nonce);
      const record = await ledger.find({ network: 'eip155:8453', asset: USDC.toLowerCase(), ...keyOf(payment) });
      if (!evidence && record?.state === 'unknown' && record.validBefore < nowSeconds && !payment.refusedWith) {
        const kind = doubtOf(payment, charges);
        doubts.set(kind, (doubts.get(kind) ?? 0) + 1);
        excused.push(payment);
        continue;
      }
      const charge = charges.get(payment.nonce);
      judgePayment(payment, charge, record, { payTo, price: purchase.question.price }, report);
      judgeAnswers(payment, charge, record, !evidence, report);
      const isLeft = record?.state === 'settling' || record?.state === 'unknown';
      const isCheated = payment.refusedWith !== undefined && charge !== undefined;
      if (isCheated && isBeyondHelp(payment, record)) {
        beyondHelp++;
        excused.push(payment);
      } else if (isLeft || isCheated) {
        const trail = record ? await ledger.trailOf(record.id) : 'nothing';
        report(
          `${charge ? 'charged, ' : ''}answered ${payment.refusedWith ?? 'nothing'}, left ${record?.state} (${trail})`,
        );
      }
    }
    const hasDoubt = excused.some((payment) => !isCalledReplay(payment));
    if (!hasDoubt) judgePurchase(purchase, excused, charges, report);
  }
  for (const nonce of charges.keys()) if (!seen.has(nonce)) faults.push(`a charge that nobody signed for: ${nonce}`);
  const inDoubt = [...doubts.values()].reduce((sum, one) => sum + one, 0);
  return { transfers: charges.size, inDoubt, doubts, beyondHelp, faults };
}

function doubtOf({ nonce, answers }: MadePayment, charges: ReadonlyMap<string, Charge>): string {
  if (!charges.has(nonce)) return 'not transferred';
  return answers.length > 0 ? 'transferred and answered' : 'transferred, answer held';
}

const keyOf = ({ payer, nonce }: MadePayment): { payer: string; nonce: string } => ({ payer, nonce });

function judgePurchase(
  purchase: Purchase,
  excused: readonly MadePayment[],
  charges: ReadonlyMap<string, Charge>,
  report: (what: string) => void,
): void {
  const charged = purchase.payments.filter((payment) => charges.has(payment.nonce) && !excused.includes(payment));
  if (charged.length > 1) report(`charged ${charged.length} times for one purchase`);
  if (purchase.outcome === 'answered' && charged.length === 0) report('answered without payment');
  if (purchase.outcome !== 'answered' && charged.length > 0) report('paid and never answered');
  if (purchase.outcome === 'open') report('never came to an end');
}

function judgePayment(
  payment: MadePayment,
  charge: Charge | undefined,
  record: PaymentRecord | undefined,
  asked: { readonly payTo: string; readonly price: string },
  report: (what: string) => void,
): void {
  if (payment.answers.length > 0 && !charge) report('an answer under a payment that was not charged');
  if (record?.state === 'settled' && !charge) report('settled in the ledger, not on the chain');
  if (charge && record?.state !== 'settled') report(`charged, and ${record?.state ?? 'unknown'} to the ledger`);
  if (charge && (charge.value !== asked.price || charge.to !== asked.payTo.toLowerCase()))
    report(`charged ${charge.value} to ${charge.to}`);
}

function judgeAnswers(
  { answers }: MadePayment,
  charge: Charge | undefined,
  record: PaymentRecord | undefined,
  mayForget: boolean,
  report: (what: string) => void,
): void {
  const remembered = answers.filter(({ transaction }) => transaction !== '' || !mayForget);
  if (new Set(remembered.map(({ paymentResponse }) => paymentResponse)).size > 1)
    report('two different PAYMENT-RESPONSE headers under one payment');
  for (const { body, transaction } of answers) {
    if (!record || !isHeld(record.answer, body)) report('the ledger holds another answer');
    if (transaction !== '' && transaction !== charge?.transaction) report('PAYMENT-RESPONSE names another transaction');
  }
}

/** What the buyer met, repetitions counted. */
function storyOf({ met }: Purchase): string {
  const seenTimes: string[] = [];
  let times = 1;
  met.forEach((seen, at) => {
    if (seen === met[at + 1]) times++;
    else {
      seenTimes.push(times > 1 ? `${times} × ${seen}` : seen);
      times = 1;
    }
  });
  return seenTimes.join(', ');
}

/** Every authorization that was used, with the one transfer it made. */
async function chargesByNonce(chain: TestChain, faults: string[]): Promise<ReadonlyMap<string, Charge>> {
  const { reader, token } = chain;
  const used = await reader.getContractEvents({ ...token, eventName: 'AuthorizationUsed', fromBlock: 0n });
  // One transaction may carry several: the transfer of a use is the event after it.
  const made = await reader.getContractEvents({ ...token, eventName: 'Transfer', fromBlock: 0n });
  const transfers = new Map(
    made.map(({ args, transactionHash, logIndex }) => [
      `${transactionHash} ${logIndex - 1}`,
      args as unknown as { readonly from: string; readonly to: string; readonly value: bigint },
    ]),
  );
  const charges = new Map<string, Charge>();
  for (const { args, transactionHash, logIndex } of used) {
    const nonce = (args as unknown as { nonce: string }).nonce.toLowerCase();
    const transfer = transfers.get(`${transactionHash} ${logIndex}`);
    if (!transfer || charges.has(nonce)) faults.push(`the chain shows ${nonce} with no transfer, or twice`);
    else
      charges.set(nonce, {
        transaction: transactionHash.toLowerCase(),
        to: transfer.to.toLowerCase(),
        value: String(transfer.value),
      });
  }
  const moved = (await chain.transfers()).length;
  if (moved !== used.length) faults.push(`${moved} transfers for ${used.length} used authorizations on the chain`);
  return charges;
}

/** Whether the ledger's answer is this body, kept whole or, where it is a snapshot, as what its bytes must be. */
function isHeld(answer: StoredAnswer, body: Buffer): boolean {
  const reference = referenceOf(answer);
  if (reference === undefined) return body.equals(answer.body);
  return reference.length === body.length && reference.sha256 === sha256Hex(body);
}
