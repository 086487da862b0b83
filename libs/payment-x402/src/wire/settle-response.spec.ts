import fc from 'fast-check';
import { paymentResponseHeader } from '../settle/payment-response';
import { SAMPLE_TERMS } from '../testing/sample-terms';
import { encodeHeader } from './headers';
import { readSettleResponse } from './settle-response';

describe('what a seller says of a payment', () => {
  it('is read as it was written', () => {
    const payment = { x402Version: 2, network: SAMPLE_TERMS.network, transaction: '0xabc', payer: '0x1' } as const;

    expect(readSettleResponse(paymentResponseHeader(SAMPLE_TERMS, payment))).toEqual({
      ok: true,
      value: { success: true, transaction: '0xabc', network: SAMPLE_TERMS.network, payer: '0x1' },
    });
  });

  it('is read with the reason of a failure', () => {
    const failed = { success: false, transaction: '', network: 'base', errorReason: 'insufficient_funds' };

    expect(readSettleResponse(encodeHeader({ ...failed, more: 1 }))).toEqual({ ok: true, value: failed });
    expect(readSettleResponse(encodeHeader({ ...failed, errorReason: null }))).toEqual({
      ok: true,
      value: { success: false, transaction: '', network: 'base' },
    });
  });

  it.each([
    [{ success: false, transaction: '', network: 'base', errorReason: 'insufficient_funds', more: 1 }, true],
    [{ success: true, transaction: '', network: 'base', payer: null }, true],
    [{ success: 'true', transaction: '', network: 'base' }, false],
    [{ success: true, network: 'base' }, false],
    [{ success: true, transaction: 7, network: 'base' }, false],
    [[], false],
  ])('%j is one: %s', (value, isOne) => {
    expect(readSettleResponse(encodeHeader(value)).ok).toBe(isOne);
  });

  it.each([
    ['%', 'The payment header is not standard base64.'],
    ['eA==', 'The payment header is base64, but not of JSON.'],
    [encodeHeader([]), 'PAYMENT-RESPONSE does not hold a JSON object.'],
    [encodeHeader({ success: true, network: 'base' }), 'PAYMENT-RESPONSE lacks transaction.'],
    [encodeHeader({ success: true, transaction: 7, network: 'base' }), 'PAYMENT-RESPONSE is malformed at transaction.'],
    [encodeHeader({ success: 'true', transaction: '', network: 'base' }), 'PAYMENT-RESPONSE is malformed at success.'],
  ])('is refused with the place of its fault: %s', (header, message) => {
    expect(readSettleResponse(header)).toEqual({ ok: false, message });
  });

  it('is read without a throw, whatever is sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue().map(encodeHeader)), (text) => {
        expect(typeof readSettleResponse(text).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
