import type { StoredPayment } from './stored-ledger';
import { recordOfRow, settlementOfRow, summaryOfRow } from './stored-rows';

const ROW: Omit<StoredPayment, 'answer_body'> = {
  ...{ id: 7, network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc', payment_hash: 'h', x402_version: 1 },
  ...{ payload: '{"a":1}', identifier: 'i', request_hash: 'r', route_id: 'route', resource_url: 'https://a/' },
  ...{
    price: '1000',
    value: '1001',
    pay_to: '0xd',
    valid_after: 1,
    valid_before: 2,
    answer_content_type: 'text/plain',
  },
  ...{ answer_snapshot_ids: '["s"]', state: 'settled', boot_id: 'boot', created_at: 3, doubt: 'unconfirmed' },
  ...{ transaction_hash: '0xe', evidence: 'chain', payment_response: 'e30=', delivered_at: 4 },
  ...{ refusal_code: 'payment_invalid', refusal_reason: 'x', verified_by: 'f.example', signature_hash: 'g' },
};
const SHARED = {
  ...{ id: 7, key: { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc' }, x402Version: 1 },
  ...{ identifier: 'i', state: 'settled', routeId: 'route', resourceUrl: 'https://a/', price: 1_000n, value: 1_001n },
  ...{ payTo: '0xd', validAfter: 1, validBefore: 2, createdAt: 3, ambiguity: 'unconfirmed', deliveredAt: 4 },
  refusal: { code: 'payment_invalid', reason: 'x' },
};

describe('a stored row', () => {
  it('is the record that was claimed, with what became of it', () => {
    const body = Buffer.from('abc');

    expect(recordOfRow(ROW, body)).toEqual({
      ...SHARED,
      paymentHash: 'h',
      payload: { a: 1 },
      requestHash: 'r',
      verifiedBy: 'f.example',
      signatureHash: 'g',
      answer: { status: 200, contentType: 'text/plain', body, snapshotIds: ['s'] },
      bootId: 'boot',
      settlement: { transaction: '0xe', evidence: 'chain', paymentResponse: 'e30=' },
    });
  });

  it('is what operators see of it, without what only its payer may have', () => {
    expect(summaryOfRow({ ...ROW, lost_at: 5 })).toEqual({
      ...SHARED,
      ...{ snapshotIds: ['s'], evidence: 'chain', transaction: '0xe', lostAt: 5 },
    });
  });

  it.each([
    [null, 'x', null],
    [null, null, null],
    ['paused', null, { code: 'paused', reason: '' }],
  ])('that has the refusal %j for %j shows %j', (refusal_code, refusal_reason, refusal) => {
    expect(summaryOfRow({ ...ROW, refusal_code, refusal_reason, lost_at: null }).refusal).toEqual(refusal);
  });
});

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
