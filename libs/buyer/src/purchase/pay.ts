import { atomicToUsd, type AtomicUsdc } from '@stackcheck/contract';
import type { OfferedRequirement, PaymentRequired, SettleResponse } from '@stackcheck/payment-x402/wire';
import { BuyerError } from '../errors/buyer-error';
import { unixSeconds } from '../ports/timing';
import { validBefore, type BookEntry, type KeptRequest } from '../spending/book-state';
import { CLOSED_AFTER_SECONDS } from '../spending/transitions';
import { ask, pinChanged } from './ask';
import { deliver } from './deliver';
import type { PurchaseDeps } from './deps';
import type { Answer } from './exchange';
import { newIdentifier, toOrder } from './order';

/**
 * What a request came to. `free`: answered without a payment, whatever the status. `not_charged`: a payment was sent, and the seller answered an
 * error, which costs nothing, e.g. 404.
 */
export type Purchase =
  | { readonly outcome: 'free'; readonly answer: Answer }
  | {
      readonly outcome: 'paid';
      /** The payment-identifier. */
      readonly id: string;
      readonly amount: AtomicUsdc;
      readonly answer: Answer;
      /** What the seller says of the settlement; null where it says nothing that can be read. */
      readonly receipt: SettleResponse | null;
    }
  | { readonly outcome: 'not_charged'; readonly id: string; readonly amount: AtomicUsdc; readonly answer: Answer };

/** Limits of one purchase. */
export interface PayLimits {
  readonly bytesMax: number;
  /** The most that this request may cost, in atomic units. */
  readonly most: AtomicUsdc;
}

/** A payment of another run that is closed meanwhile gives way to the next one; more often than this something is wrong. */
const ROUNDS_MAX = 4;

/**
 * Pays for a request, or goes on with the payment that it has.
 * @throws BuyerError
 */
export async function pay(deps: PurchaseDeps, request: KeptRequest, limits: PayLimits): Promise<Purchase> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const found = await reservationFor(deps, request, limits);
    if ('outcome' in found) return found;
    const delivery = await deliver(deps, found, limits.bytesMax);
    const { id } = found;
    const amount = BigInt(found.amount);
    if (delivery.kind === 'paid')
      return { outcome: 'paid', id, amount, answer: delivery.answer, receipt: delivery.receipt };
    if (delivery.kind === 'not_charged' && !isOver(deps, found)) {
      const { answer, why } = delivery;
      if (answer.status === 402 || answer.status === 409) throw refused(found, request, why);
      return { outcome: 'not_charged', id, amount, answer };
    }
  }
  throw new BuyerError('settlement_unknown', 'Other buyers keep closing the payment of this request: ask again.');
}

/** The open payment of a request, else a reservation for the offer that it gets. */
async function reservationFor(
  deps: PurchaseDeps,
  request: KeptRequest,
  limits: PayLimits,
): Promise<BookEntry | Extract<Purchase, { readonly outcome: 'free' }>> {
  const { book, signer, timing } = deps;
  const pending = await book.pending(request.fingerprint, signer.address, timing.clock.now());
  if (pending) {
    if (pending.state === 'refused' && unixSeconds(timing) >= validBefore(pending))
      throw refused(pending, request, 'its last payment was refused');
    return pending;
  }
  const asked = await ask(deps, request, limits.bytesMax);
  if (asked.kind === 'free') return { outcome: 'free', answer: asked.answer };
  return reserved(deps, request, limits, asked);
}

async function reserved(
  deps: PurchaseDeps,
  request: KeptRequest,
  limits: PayLimits,
  { offer, requirement }: { readonly offer: PaymentRequired; readonly requirement: OfferedRequirement },
): Promise<BookEntry> {
  const { book, signer, timing, session, caps, network } = deps;
  const { amount, payTo } = requirement;
  const call = limits.most < caps.call ? limits.most : caps.call;
  const made = await book.reserve(
    {
      ...{ id: newIdentifier(deps), session, payer: signer.address, network: network.caip2, amount, payTo },
      order: toOrder(deps, request, offer, requirement),
      caps: { ...caps, call },
      isConfigured: deps.recipientFor(request.url) !== null,
    },
    timing.clock.now(),
  );
  if (made.kind === 'reserved' || made.kind === 'pending') return made.entry;
  const { origin } = new URL(request.url);
  if (made.kind === 'other_recipient') throw pinChanged(origin, 'payTo', made.pinned, payTo);
  const { cap, most, spent } = made;
  const already = cap === 'call' ? '' : `, of which ${atomicToUsd(spent)} are spent or reserved`;
  throw new BuyerError(
    'cap_reached',
    `${origin} asks ${atomicToUsd(amount)} USD, and the cap of a ${cap} is ${atomicToUsd(most)} USD${already}. Nothing was signed; raise the cap to pay it.`,
    { origin, cap, amount: amount.toString(), most: most.toString(), spent: spent.toString() },
  );
}

function isOver({ timing }: PurchaseDeps, entry: BookEntry): boolean {
  return unixSeconds(timing) > validBefore(entry) + CLOSED_AFTER_SECONDS;
}

/** A new payment for the same request waits until this one cannot be settled any more. */
function refused(entry: BookEntry, request: KeptRequest, why: string): BuyerError {
  const { origin } = new URL(request.url);
  const after = new Date((validBefore(entry) + CLOSED_AFTER_SECONDS) * 1000).toISOString();
  return new BuyerError(
    'refused',
    `${origin} refused the payment (${why}); nothing was charged. Before ${after} the same payment is offered again, then another one.`,
    { id: entry.id, origin, until: after },
  );
}
