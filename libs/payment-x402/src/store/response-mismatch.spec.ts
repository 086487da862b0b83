import { responseMismatch } from './response-mismatch';

const PAYER = `0x${'ab'.repeat(20)}`;
const HASH = `0x${'c1'.repeat(32)}`;
const SENT = { success: true, transaction: HASH, network: 'eip155:8453', payer: PAYER };

const header = (sent: unknown): string => Buffer.from(JSON.stringify(sent)).toString('base64');
const mismatch = (payment_response: string | null, row: { transaction_hash?: string | null } = {}) =>
  responseMismatch({ payment_response, payer: PAYER, transaction_hash: HASH, ...row });

describe('a stored PAYMENT-RESPONSE', () => {
  it.each([
    ['names what the row names', header(SENT), undefined],
    ['spells the payer in another way', header({ ...SENT, payer: PAYER.toUpperCase() }), undefined],
    ['is none, on a rail without one', '', undefined],
    ['is none yet', null, undefined],
    ['names another transaction', header({ ...SENT, transaction: `0x${'c2'.repeat(32)}` }), 'transaction'],
    ['names no transaction', header({ payer: PAYER }), 'transaction'],
    ['names another payer', header({ ...SENT, payer: `0x${'cd'.repeat(20)}` }), 'payer'],
    ['names no payer', header({ transaction: HASH }), 'payer'],
    ['is no JSON', Buffer.from('{').toString('base64'), 'form'],
    ['is null', header(null), 'form'],
  ])('%s', (_name, sent, expected) => {
    expect(mismatch(sent)).toBe(expected);
  });

  it('of a row without a transaction names none either', () => {
    expect(mismatch(header(SENT), { transaction_hash: null })).toBe('transaction');
    expect(mismatch(header({ ...SENT, transaction: null }), { transaction_hash: null })).toBeUndefined();
  });
});
