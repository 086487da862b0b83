import { randomBytes } from 'node:crypto';
import { createBuyer, memorySpendBook, signerFromKey } from '@stackcheck/buyer';
import { system } from '@stackcheck/buyer/node';
import type { Check } from '../doctor-context';
import { findingsOf } from '../finding';

const { ok, skipped, fault } = findingsOf('purchase');

const TARGET = '/v1/eol/nodejs';

/** Buys one answer end to end, where that moves no money: in the sandbox, with a key made for it. */
export const purchase: Check = {
  name: 'purchase',
  async run({ config: { payments, baseUrl } }) {
    if (payments.mode !== 'sandbox') return [skipped('only in the sandbox, where no money moves')];
    const { network, payTo } = payments.terms;
    const signer = signerFromKey(randomBytes(32).toString('hex'), 'a key of this check');
    const buyer = createBuyer({ ...system, fetch, signer, book: memorySpendBook(), network, payTo });
    try {
      const { outcome } = await buyer.pay({ url: `${baseUrl}${TARGET}` });
      if (outcome === 'paid') return [ok(`an answer of ${TARGET} was bought`)];
      return [
        fault(`${TARGET} was not sold: ${outcome}`, 'buyers cannot buy', 'read the other findings, then the log'),
      ];
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unexpected fault';
      return [fault(`${TARGET} was not sold: ${reason}`, 'buyers cannot buy', 'read the other findings, then the log')];
    }
  },
};
