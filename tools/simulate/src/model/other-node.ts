import type { Settlement } from '@stackcheck/payment-x402/ledger';
import { Random } from '../core/random';

/** How often the other node was quicker. */
const FIRST_RATE = 0.4;

/**
 * Another node that took over a payment and stored its own proof first. It met a nonce that was spent, by the settle call of
 * this node, so that its proof names no transaction and its receipt differs.
 * @returns what it stored for a payment that this node is about to store a settlement of; undefined where it did not
 */
export function otherNode(name: string): (settlement: Settlement) => Settlement | undefined {
  const random = new Random(`${name} other node`);
  return (settlement) => {
    if (!random.chance(FIRST_RATE)) return undefined;
    const response = JSON.parse(Buffer.from(settlement.paymentResponse, 'base64').toString('utf8')) as object;
    const paymentResponse = Buffer.from(JSON.stringify({ ...response, transaction: '' })).toString('base64');
    return { ...settlement, transaction: '', paymentResponse };
  };
}
