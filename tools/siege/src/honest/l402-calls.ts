import { decodeInvoice, parseL402 } from '@getalby/lightning-tools';
import { ask, type Reply } from './ask';
import type { PaidCalls } from './paid-calls';

const TARGET = '/v1/eol/nodejs';

/** Calls that are paid for over Lightning: an invoice is asked for, paid, and its preimage sent, for each call. */
export function l402Calls(url: string): PaidCalls {
  return {
    prepare: () => undefined,
    async make(): Promise<Reply> {
      const offer = await ask(url, { target: TARGET, headers: { 'Accept-Payment': 'l402' } });
      if (offer.kind === 'failed') return offer;
      const challenge = offer.headers['www-authenticate'];
      if (challenge === undefined) return { kind: 'failed', reason: 'no invoice' };
      const { token, invoice } = parseL402(challenge);
      const preimage = /preimage ([0-9a-f]{64})$/.exec(decodeInvoice(invoice)?.description ?? '')?.[1];
      if (preimage === undefined) return { kind: 'failed', reason: 'an invoice without a preimage' };
      return ask(url, { target: TARGET, headers: { Authorization: `L402 ${token}:${preimage}` } });
    },
    close: () => undefined,
  };
}
