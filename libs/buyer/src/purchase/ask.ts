import { readPaymentRequired, type OfferedRequirement, type PaymentRequired } from '@stackcheck/payment-x402/wire';
import { BuyerError, quoted } from '../errors/buyer-error';
import { chooseRequirement } from '../offers/choose-requirement';
import type { KeptRequest } from '../spending/book-state';
import type { PurchaseDeps } from './deps';
import { exchange, jsonOf, type Answer } from './exchange';

/** What a request without a payment is answered. */
export type Asked =
  | { readonly kind: 'free'; readonly answer: Answer }
  | { readonly kind: 'offer'; readonly offer: PaymentRequired; readonly requirement: OfferedRequirement };

/**
 * Sends a request without a payment and holds the offer of a 402 against the pins.
 * @throws BuyerError unreachable, redirected, no_acceptable_offer, pin_changed, answer_too_large
 */
export async function ask(deps: PurchaseDeps, request: KeptRequest, bytesMax: number): Promise<Asked> {
  const exchanged = await exchange(deps, request, {}, bytesMax);
  const { origin } = new URL(request.url);
  if (exchanged.kind === 'lost')
    throw new BuyerError(
      'unreachable',
      `${origin} does not answer (${exchanged.why}); nothing was signed. Try later.`,
      { origin },
    );
  const { answer } = exchanged;
  if (answer.status >= 300 && answer.status < 400) throw redirected(origin, answer.headers.get('location') ?? '');
  if (exchanged.kind === 'too_large' && answer.status !== 402)
    throw new BuyerError(
      'answer_too_large',
      `The answer of ${origin} is longer than ${bytesMax} bytes: allow more with bytesMax.`,
      { origin },
    );
  if (answer.status !== 402) return { kind: 'free', answer };
  const read = readPaymentRequired({ header: answer.headers.get('payment-required'), body: jsonOf(answer) });
  if (!read.ok) throw unacceptable(origin, [quoted(read.message)]);
  return { kind: 'offer', offer: read.value, requirement: await chosen(deps, request, read.value) };
}

async function chosen(deps: PurchaseDeps, request: KeptRequest, offer: PaymentRequired): Promise<OfferedRequirement> {
  const { network, signer, book } = deps;
  const payTo = deps.recipientFor(request.url) ?? (await book.pinned(request.url, network.caip2)) ?? null;
  const choice = chooseRequirement(offer, request.url, { network, payTo, payer: signer.address });
  if (choice.kind === 'chosen') return choice.requirement;
  const { origin } = new URL(request.url);
  if (choice.changed && payTo !== null)
    throw pinChanged(origin, choice.changed.field, choice.changed.pinned, choice.changed.offered);
  throw unacceptable(origin, choice.reasons);
}

function unacceptable(origin: string, reasons: readonly string[]): BuyerError {
  return new BuyerError(
    'no_acceptable_offer',
    `${origin} offers no way to pay that this buyer takes: ${reasons.join('; ')}. Nothing was signed; choose another network or seller.`,
    { origin, reasons },
  );
}

/** A pinned fact of an offer is another one than before. */
export function pinChanged(origin: string, field: string, pinned: string, offered: string): BuyerError {
  return new BuyerError(
    'pin_changed',
    `${origin} now asks for ${field} ${offered}, where ${pinned} is pinned. Nothing was signed; if the change is right, pin the new one.`,
    { origin, field, pinned, offered },
  );
}

/** A payment goes where it was asked for. */
export function redirected(origin: string, location: string): BuyerError {
  const to = quoted(location);
  return new BuyerError(
    'redirected',
    `${origin} redirects to ${to || 'nowhere'}, which a payment does not follow: ask that address.`,
    { origin, to },
  );
}
