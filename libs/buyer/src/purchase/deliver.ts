import type { SettleResponse } from '@stackcheck/payment-x402/wire';
import { BuyerError } from '../errors/buyer-error';
import { pause, unixSeconds } from '../ports/timing';
import type { SpendBook } from '../spending/spend-book';
import { validBefore, type BookEntry, type PaymentOrder } from '../spending/book-state';
import { redirected } from './ask';
import type { PurchaseDeps } from './deps';
import { exchange, type Answer } from './exchange';
import { signedHeader } from './order';
import { verdictOn, type Verdict } from './verdict';

/** What a payment came to. `closed`: another run closed it before it was sent here, and it was not sent again. */
export type Delivery =
  | { readonly kind: 'paid'; readonly answer: Answer; readonly receipt: SettleResponse | null }
  | { readonly kind: 'not_charged'; readonly answer: Answer; readonly why: string }
  | { readonly kind: 'closed' };

const FIRST_WAIT_SECONDS = 0.5;
const WAIT_SECONDS_MAX = 15;

/**
 * Sends the payment of a reservation, and the same bytes again for as long as its outcome is open and its window is, then closes it in the book. A payment
 * whose window is closed is sent once more, for an answer that was paid for.
 * @throws BuyerError settlement_unknown, unreachable, refused, redirected, answer_too_large; of these only `unreachable` and `refused` mean that
 *   nothing was charged
 */
export async function deliver(deps: PurchaseDeps, entry: BookEntry, bytesMax: number): Promise<Delivery> {
  const { order } = entry;
  const sending = order && (await deps.book.begin(entry.id, await signedHeader(deps, entry, order)));
  if (!order || !sending) return { kind: 'closed' };
  const payment = { [sending.header.name]: sending.header.value };
  let isDoubtful = !sending.isAlone;
  for (let wait = FIRST_WAIT_SECONDS; ; wait = Math.min(wait * 2, WAIT_SECONDS_MAX)) {
    const verdict = verdictOn(await exchange(deps, order.request, payment, bytesMax));
    if (verdict.kind !== 'later')
      return conclude(deps, entry, order, { verdict, isDoubtful, senders: sending.senders });
    isDoubtful ||= verdict.charged === 'perhaps';
    const seconds = Math.max(wait, verdict.waitSeconds ?? 0);
    if (unixSeconds(deps.timing) + seconds >= validBefore(entry)) {
      const isRefused = !isDoubtful && (await deps.book.refuse(entry.id, sending.senders));
      throw isRefused ? unreachable(order, verdict.why) : unknown(entry, order, verdict.why);
    }
    await pause(deps.timing, seconds * 1000);
  }
}

interface Conclusion {
  readonly verdict: Exclude<Verdict, { readonly kind: 'later' }>;
  /** Whether something that was sent before may have been charged. */
  readonly isDoubtful: boolean;
  readonly senders: number;
}

async function conclude(
  { book }: PurchaseDeps,
  entry: BookEntry,
  order: PaymentOrder,
  { verdict, isDoubtful, senders }: Conclusion,
): Promise<Delivery> {
  const { origin } = new URL(order.request.url);
  switch (verdict.kind) {
    case 'paid':
      await keepSettled(book, entry);
      return verdict;
    case 'used':
      await keepSettled(book, entry);
      throw new BuyerError(
        'settlement_unknown',
        `${origin} says that the payment was used before, and gives no answer (${verdict.why}). It counts as spent; asking again pays again.`,
        { id: entry.id, origin },
      );
    case 'redirected':
      throw redirected(origin, verdict.to);
    case 'too_large':
      throw new BuyerError(
        'answer_too_large',
        `The answer of ${origin} is paid for and longer than the limit: ask again with a higher bytesMax, for the same payment.`,
        { id: entry.id, origin },
      );
    case 'expired':
    case 'uncharged': {
      // That it was never charged is said for what is sent now; only a seller that keeps records can say it of earlier attempts.
      const isKnown = verdict.kind === 'expired' || !isDoubtful;
      if (!isKnown || !(await book.refuse(entry.id, senders))) throw unknown(entry, order, verdict.why);
      return { kind: 'not_charged', answer: verdict.answer, why: verdict.why };
    }
  }
}

/** A book that cannot be written now still has the payment as sent, which counts as spent; the answer is not held back for it. */
async function keepSettled(book: SpendBook, { id }: BookEntry): Promise<void> {
  await book.settle(id).catch(() => undefined);
}

function unknown(entry: BookEntry, order: PaymentOrder, why: string): BuyerError {
  const { origin } = new URL(order.request.url);
  return new BuyerError(
    'settlement_unknown',
    `It is not known whether the payment to ${origin} was charged (${why}). It counts as spent; the same request, or resume(), asks again with the same payment.`,
    { id: entry.id, origin },
  );
}

function unreachable(order: PaymentOrder, why: string): BuyerError {
  const { origin } = new URL(order.request.url);
  return new BuyerError(
    'unreachable',
    `${origin} did not take the payment in time (${why}); nothing was charged. Try later.`,
    { origin },
  );
}
