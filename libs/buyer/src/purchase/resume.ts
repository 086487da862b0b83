import type { AtomicUsdc } from '@stackcheck/contract';
import type { Authorization, SettleResponse } from '@stackcheck/payment-x402/wire';
import { BuyerError } from '../errors/buyer-error';
import { unixSeconds } from '../ports/timing';
import { validBefore, type BookEntry } from '../spending/book-state';
import { CLOSED_AFTER_SECONDS } from '../spending/transitions';
import { deliver } from './deliver';
import type { PurchaseDeps } from './deps';
import type { Answer } from './exchange';

/** What became of a payment whose outcome was open. `unknown` stays counted as spent and can be resumed again. */
export type Resumed = ResumedPayment &
  (
    | { readonly outcome: 'paid'; readonly answer: Answer; readonly receipt: SettleResponse | null }
    | { readonly outcome: 'not_charged' | 'spent' | 'unknown'; readonly why: string }
  );

/** Which payment it was. */
export interface ResumedPayment {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly amount: AtomicUsdc;
}

/**
 * A chain that is asked whether an authorization was used (`authorizationState` of EIP-3009). `unused` is only said where a block later than
 * `validBefore` says so.
 */
export type Evidence = (
  use: Pick<Authorization, 'from' | 'nonce'> & { readonly network: string },
) => Promise<'used' | 'unused' | 'unknown'>;

/** Goes on with every payment of this payer whose outcome is open, one after the other, and closes what can be closed. */
export async function resume(deps: PurchaseDeps, bytesMax: number, evidence?: Evidence): Promise<readonly Resumed[]> {
  const resumed: Resumed[] = [];
  for (const entry of await deps.book.open()) {
    const isOurs = entry.payer === deps.signer.address.toLowerCase() && entry.network === deps.network.caip2;
    if (isOurs && entry.state === 'signed') resumed.push(await resumeOne(deps, entry, bytesMax, evidence));
  }
  return resumed;
}

async function resumeOne(
  deps: PurchaseDeps,
  entry: BookEntry,
  bytesMax: number,
  evidence: Evidence | undefined,
): Promise<Resumed> {
  const { method = '', url = '' } = entry.order?.request ?? {};
  const about: ResumedPayment = { id: entry.id, method, url, amount: BigInt(entry.amount) };
  try {
    const delivery = await deliver(deps, entry, bytesMax);
    if (delivery.kind === 'paid')
      return { ...about, outcome: 'paid', answer: delivery.answer, receipt: delivery.receipt };
    return delivery.kind === 'closed'
      ? { ...about, outcome: 'unknown', why: 'another run closed it' }
      : { ...about, outcome: 'not_charged', why: delivery.why };
  } catch (fault) {
    if (!(fault instanceof BuyerError)) throw fault;
    return { ...about, ...(await closedBy(deps, entry, fault, evidence)) };
  }
}

async function closedBy(
  { book, timing }: PurchaseDeps,
  entry: BookEntry,
  fault: BuyerError,
  evidence: Evidence | undefined,
): Promise<{ readonly outcome: 'not_charged' | 'spent' | 'unknown'; readonly why: string }> {
  const why = fault.message;
  const stillOpen = (await book.open()).find(({ id, state }) => id === entry.id && state === 'signed');
  if (!stillOpen) return { outcome: fault.code === 'settlement_unknown' ? 'spent' : 'not_charged', why };
  const { from, nonce } = entry.order?.authorization ?? {};
  const isClosed = unixSeconds(timing) > validBefore(entry) + CLOSED_AFTER_SECONDS;
  if (!evidence || !isClosed || from === undefined || nonce === undefined) return { outcome: 'unknown', why };
  const use = await evidence({ from, nonce, network: entry.network });
  if (use === 'used') await book.settle(entry.id);
  if (use === 'unused') await book.release(entry.id);
  return { outcome: ({ used: 'spent', unused: 'not_charged', unknown: 'unknown' } as const)[use], why };
}
