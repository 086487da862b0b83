import { settlementOfRow } from './stored-rows';

describe('the settlement of a stored row', () => {
  const row = { transaction_hash: '0xabc', evidence: 'chain', payment_response: 'e30=' } as const;

  it('holds transaction, evidence and receipt', () => {
    expect(settlementOfRow(row)).toEqual({ transaction: '0xabc', evidence: 'chain', paymentResponse: 'e30=' });
  });

  it('has an empty transaction where none is known', () => {
    expect(settlementOfRow({ ...row, transaction_hash: null })).toEqual({
      transaction: '',
      evidence: 'chain',
      paymentResponse: 'e30=',
    });
  });

  it.each([{ evidence: null }, { payment_response: null }])('is none with %j', (lacking) => {
    expect(settlementOfRow({ ...row, ...lacking })).toBeNull();
  });
});
