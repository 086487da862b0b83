import { ERROR_CODES, ServiceError } from '@stackcheck/contract';
import { errorResult, freeResult, offerResult, paidResult, resultJson, sentPayment } from './index';

const OFFER = { x402Version: 2, error: 'payment_required', accepts: [{ scheme: 'exact' }], resource: { url: 'u' } };

test('an unpaid call is answered with the offer, as a structure and as text', () => {
  const { isError, content, structuredContent, _meta } = offerResult(OFFER);

  expect([isError, content.length, _meta]).toEqual([true, 1, undefined]);
  expect(structuredContent).toEqual(OFFER);
  expect(JSON.parse(content[0]!.text)).toEqual(OFFER);
});

test('a refused payment says why in a second text, so that the first stays JSON', () => {
  const { content } = offerResult({ ...OFFER, error: 'payment_underpaid' }, 'too little');

  expect(JSON.parse(content[0]!.text)).toMatchObject({ error: 'payment_underpaid' });
  expect(content[1]!.text).toBe('too little');
});

test('a paid answer keeps its bytes, and carries settlement and receipt', () => {
  const json = '{"data":{"a":1.0},"meta":{}}';
  const result = paidResult({ text: json, settlement: { success: true }, receipt: { Signature: 's' } });

  expect(result.content).toEqual([{ type: 'text', text: json }]);
  expect(result.structuredContent).toEqual({ data: { a: 1 }, meta: {} });
  expect(result).not.toHaveProperty('isError');
  expect(result._meta).toEqual({
    'x402/payment-response': { success: true },
    'com.stackcheck/receipt': { Signature: 's' },
  });
});

test.each(ERROR_CODES)('the error %s offers nothing', (code) => {
  const result = errorResult('https://a.example', new ServiceError(code, { retryAfterSeconds: 1.2 }));

  expect([result.structuredContent, result._meta]).not.toContainEqual(
    expect.objectContaining({ accepts: expect.anything() }),
  );
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code, retry_after_seconds: 2 } } });
  expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
});

test.each([
  ['an offer', offerResult(OFFER)],
  ['a refusal', offerResult(OFFER, 'why "not"')],
  ['an answer', paidResult({ text: '{"data":{"a":"\\u00fc"}}', settlement: { success: true }, receipt: {} })],
  ['an error', errorResult('https://a.example', new ServiceError('internal'))],
  ['a free answer', freeResult({ a: 1 })],
])('%s as JSON is the same result', (_name, result) => {
  const { content, structuredContent } = result;

  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  expect(JSON.parse(resultJson(result))).toEqual(JSON.parse(JSON.stringify(result)));
  const also = { members: { resultType: 'complete' }, meta: { 'a/b': 1 } };
  expect(JSON.parse(resultJson(result, also))).toEqual({
    ...JSON.parse(JSON.stringify(result)),
    resultType: 'complete',
    _meta: { ...result._meta, 'a/b': 1 },
  });
});

test('a free answer is its data', () => {
  expect(freeResult([1])).toEqual({
    content: [{ type: 'text', text: '{"data":[1]}' }],
    structuredContent: { data: [1] },
  });
});

test.each([
  [undefined, 'none'],
  [null, 'none'],
  ['x402/payment', 'none'],
  [{}, 'none'],
  [{ 'x402/payment': {} }, 'payment'],
  [{ 'x402/payment': null }, 'malformed'],
  [{ 'x402/payment': 'eyJ9' }, 'malformed'],
  [{ 'x402/payment': [{}] }, 'malformed'],
  [Object.create({ 'x402/payment': {} }), 'none'],
])('of _meta %j the payment is %s', (meta, kind) => {
  expect(sentPayment(meta).kind).toBe(kind);
});
