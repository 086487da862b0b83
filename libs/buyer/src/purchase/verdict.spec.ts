import { errorBody } from '@stackcheck/contract';
import { compileOffer } from '@stackcheck/payment-x402/offer';
import { encodeHeader } from '@stackcheck/payment-x402/wire';
import { SAMPLE_ROUTE, SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import type { Exchange } from './exchange';
import { verdictOn } from './verdict';

const URL = 'https://seller.example/v1/eol/nodejs';
const OFFER = {
  'payment-required': compileOffer(SAMPLE_ROUTE, SAMPLE_TERMS, 'https://seller.example').render(URL).paymentRequired,
};
const code = (name: Parameters<typeof errorBody>[1]): string =>
  JSON.stringify(errorBody('https://seller.example', name));
const settled = (success: boolean, errorReason?: string): Record<string, string> => ({
  'payment-response': encodeHeader({ success, transaction: '', network: 'eip155:84532', errorReason }),
});
const offerBecause = (error: string): Record<string, string> => {
  const { accepts } = JSON.parse(Buffer.from(OFFER['payment-required'], 'base64').toString()) as { accepts: unknown };
  return { 'payment-required': encodeHeader({ x402Version: 2, error, accepts, resource: { url: URL } }) };
};

function answered(status: number, headers: Readonly<Record<string, string>>, body: string): Exchange {
  const get = (name: string): string | null => headers[name] ?? null;
  return { kind: 'answered', answer: { status, headers: { get }, body: new TextEncoder().encode(body) } };
}

describe('what an answer to a payment means', () => {
  it.each([
    ['an answer with a receipt', 200, settled(true), '{}', 'paid'],
    ['an answer without one', 200, {}, '{}', 'paid'],
    ['an error that was charged', 500, settled(true), '', 'paid'],
    ['a redirection', 302, { location: 'https://other.example/' }, '', 'redirected'],
    ['a redirection that was charged', 302, settled(true), '', 'paid'],
    ['a refusal', 402, OFFER, code('payment_invalid'), 'uncharged'],
    ['a refusal by an official seller', 402, offerBecause('insufficient_funds'), '{}', 'uncharged'],
    ['a window that is over, by a seller that keeps records', 402, OFFER, code('payment_expired'), 'expired'],
    [
      'a window that is over, by an official seller',
      402,
      offerBecause('invalid_exact_evm_payload_authorization_valid_before'),
      '{}',
      'uncharged',
    ],
    ['a payment that was used', 402, OFFER, code('payment_replayed'), 'used'],
    ['a nonce that was used', 402, offerBecause('invalid_transaction_state nonce_already_used'), '{}', 'used'],
    ['a failed settlement, which may have been made', 402, settled(false, 'fetch failed'), '{}', 'later perhaps'],
    ['a receipt that cannot be read', 402, { ...OFFER, 'payment-response': '?' }, '{}', 'later perhaps'],
    ['a 402 without an offer', 402, {}, 'Payment Required', 'later perhaps'],
    ['a payment that is worked on', 409, {}, code('payment_in_progress'), 'later perhaps'],
    ['an identifier that was used', 409, {}, code('payment_id_conflict'), 'uncharged'],
    ['an unknown settlement', 503, {}, code('settlement_unknown'), 'later perhaps'],
    ['a pause', 503, {}, code('paused'), 'later no'],
    ['a facilitator that is away', 503, {}, code('facilitator_unavailable'), 'later no'],
    ['a fault of its own', 500, {}, code('internal'), 'later perhaps'],
    ['a gateway', 502, {}, '<html>', 'later perhaps'],
    ['too many requests', 429, {}, code('rate_limited'), 'later no'],
    ['an unknown id', 404, {}, code('unknown_id'), 'uncharged'],
    ['an unknown id, with a failed settlement', 404, settled(false), '', 'later perhaps'],
    ['a payer that is blocked', 403, {}, code('payer_blocked'), 'uncharged'],
  ])('%s (%i)', (_name, status, headers, body, meaning) => {
    const verdict = verdictOn(answered(status, headers, body));

    expect('charged' in verdict ? `${verdict.kind} ${verdict.charged}` : verdict.kind).toBe(meaning);
  });

  it('is open where no answer came, unless nothing was sent', () => {
    expect(verdictOn({ kind: 'lost', isUnsent: false, why: 'cut' })).toMatchObject({
      kind: 'later',
      charged: 'perhaps',
    });
    expect(verdictOn({ kind: 'lost', isUnsent: true, why: 'cut' })).toMatchObject({ kind: 'later', charged: 'no' });
  });

  it('has the seconds of Retry-After, and no dates', () => {
    const waits = (text: string) => verdictOn(answered(503, { 'retry-after': text }, ''));

    expect(waits('30')).toMatchObject({ waitSeconds: 30 });
    expect(waits('Fri, 20 Nov 2026 12:00:00 GMT')).toMatchObject({ waitSeconds: null });
  });
});
