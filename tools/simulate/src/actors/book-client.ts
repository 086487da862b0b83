import { errorRow } from '@stackcheck/contract';
import type { Random } from '../core/random';
import type { Scheduler } from '../core/scheduler';
import type { PaymentDesk, SimPayment } from '../model/payments';
import type { SimWallet } from '../model/signatures';
import type { SimRequest } from './server';
import type { Wire } from './wire';

/** One thing that a client wants to buy once. */
export interface Purchase {
  readonly name: string;
  readonly product: number;
  readonly payments: SimPayment[];
  isAnswered: boolean;
  /** Why the promise of one charge does not hold for it; null while it does. */
  exempt: string | null;
}

/** Everything a client acts with. */
export interface ClientParts {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly desk: PaymentDesk;
  readonly wire: Wire;
  /** By the client's own clock. */
  readonly nowSeconds: () => number;
  readonly untilMs: number;
}

/** How a client that follows the documentation still differs from others of its kind. */
export interface BookHabits {
  readonly wallet: SimWallet;
  readonly address: string;
  readonly version: 1 | 2;
  /** `each`: a new identifier per payment; `one`: the same for the whole purchase. */
  readonly identifiers: 'none' | 'each' | 'one';
  /** Whether it waits as long as `Retry-After` asks; an impatient client asks again sooner, which is allowed. */
  readonly isPatient: boolean;
  readonly overpays: boolean;
}

const PAYMENTS_MAX = 4;

/** Buys one thing by the book: retries with the same payment unless the advice of an error is to make a new one. */
export async function buyByTheBook(parts: ClientParts, habits: BookHabits, purchase: Purchase): Promise<void> {
  const { scheduler, random, desk, wire } = parts;
  const { isPatient, wallet, version } = habits;
  const identifierFor = (suffix: number): string | null => {
    if (habits.identifiers === 'none' || version === 1) return null;
    return `pay_${purchase.name}_${habits.identifiers === 'each' ? suffix : 0}`.padEnd(20, '0');
  };
  const sign = (): SimPayment => {
    const payment = desk.sign(wallet, purchase.product, parts.nowSeconds(), {
      version,
      identifier: identifierFor(purchase.payments.length),
      ...(habits.overpays ? { value: 1_500n } : {}),
    });
    purchase.payments.push(payment);
    return payment;
  };

  let payment = sign();
  let identifier = payment.identifier;
  let renamed = 0;
  while (scheduler.nowMs < parts.untilMs) {
    const request: SimRequest = {
      payment,
      header: desk.header(payment, { identifier }),
      version,
      product: purchase.product,
      variant: '',
      client: habits.address,
    };
    const { reply, wasLostAfterFinish } = await wire.send(request, isPatient ? 40_000 : random.between(2_000, 20_000));
    if (wasLostAfterFinish && identifier === null)
      purchase.exempt = 'an answer was lost after it was sent, and the client sent no identifier';
    if (reply.kind === 'paid') {
      purchase.isAnswered = true;
      return;
    }
    if (reply.kind === 'lost') {
      await scheduler.sleep(random.between(200, 4_000));
      continue;
    }
    const { code } = reply;
    if (code === 'payment_id_conflict') {
      identifier = identifierFor(100 + renamed++);
      await scheduler.sleep(500);
      continue;
    }
    if (isGivingUp(code)) return;
    if (wantsNewPayment(code)) {
      if (purchase.payments.length >= PAYMENTS_MAX) return;
      await scheduler.sleep(reply.retryAfterSeconds * 1_000 + random.between(10, 900));
      payment = sign();
      identifier = payment.identifier;
      continue;
    }
    const toldMs = reply.retryAfterSeconds * 1_000;
    await scheduler.sleep(isPatient ? toldMs + 100 : random.between(300, Math.max(1_000, toldMs)));
  }
}

/** The advice of the error table, as a machine may read it. */
export function wantsNewPayment(code: Parameters<typeof errorRow>[0]): boolean {
  return code === 'facilitator_unavailable' || (errorRow(code).http === 402 && code !== 'payment_required');
}

function isGivingUp(code: Parameters<typeof errorRow>[0]): boolean {
  const { http } = errorRow(code);
  return code === 'rate_limited' || code === 'payment_required' || http === 400 || http === 403 || http === 404;
}
