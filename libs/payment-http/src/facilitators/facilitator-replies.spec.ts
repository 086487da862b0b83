import type { SettleOutcome, VerifyOutcome } from '@stackcheck/payment-x402/facilitator';
import type { PostOutcome } from '../request/post-json';
import { HASH, PAYER, REQUEST, SUCCESS } from '../testing/sample-request';
import { settleOutcome, verifyOutcome } from './facilitator-replies';

const reply = (status: number, body: unknown): PostOutcome => ({ kind: 'reply', status, text: JSON.stringify(body) });
const LOST: PostOutcome = { kind: 'lost', reason: 'timeout' };
const NOT_SENT: PostOutcome = { kind: 'not_sent', reason: 'ECONNREFUSED' };
const nested = (levels: number): object => ({ extra: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown });

describe('what a reply to a verify call says', () => {
  const unavailable = (reason: string, more: object = {}): VerifyOutcome => ({ kind: 'unavailable', reason, ...more });

  it.each<[string, PostOutcome, VerifyOutcome]>([
    ['good', reply(200, { isValid: true, payer: PAYER }), { kind: 'verified' }],
    ['good in any status of success', reply(299, { isValid: true }), { kind: 'verified' }],
    ['good in any spelling', reply(200, { isValid: true, payer: PAYER.toUpperCase() }), { kind: 'verified' }],
    ['good of a payer that is no text', reply(200, { isValid: true, payer: 7 }), { kind: 'verified' }],
    [
      'good of somebody else',
      reply(200, { isValid: true, payer: HASH }),
      unavailable('verified another payer', { isAnswered: true, isAlarm: true }),
    ],
    ['good in a failure', reply(500, { isValid: true }), unavailable('HTTP 500 with a body that says success')],
    ['a redirection', reply(300, { isValid: true }), unavailable('HTTP 300 without an outcome')],
    ['no object', reply(200, 'isValid'), unavailable('HTTP 200 without an outcome')],
    ['nothing', reply(200, null), unavailable('HTTP 200 without an outcome')],
    ['no answer', LOST, unavailable('timeout')],
    ['not sent', NOT_SENT, unavailable('ECONNREFUSED')],
    [
      'a reason that is not known',
      reply(200, { isValid: false, invalidReason: 'the_dog_ate_it' }),
      unavailable('the_dog_ate_it', { isAnswered: true }),
    ],
    [
      'our own place',
      reply(200, { isValid: false, invalidReason: 'request_blocked_by_location' }),
      unavailable('request_blocked_by_location', { isAnswered: true, isAlarm: true }),
    ],
    ['no reason', reply(200, { isValid: false }), unavailable('', { isAnswered: true })],
    [
      'a reason that is no text',
      reply(200, { isValid: false, invalidReason: 7 }),
      unavailable('', { isAnswered: true }),
    ],
    [
      'a refusal',
      reply(503, { isValid: false, invalidReason: 'insufficient_funds' }),
      {
        kind: 'refused',
        code: 'payment_invalid',
        reason: 'insufficient_funds',
        message: 'The payer has insufficient funds for this payment.',
        byFunds: true,
      },
    ],
  ])('%s', (_what, posted, outcome) => {
    expect(verifyOutcome(posted, PAYER)).toStrictEqual(outcome);
  });
});

describe('what a reply to a settle call proves', () => {
  const settled = (payer = PAYER): SettleOutcome => ({
    kind: 'settled',
    transaction: HASH,
    payer,
    network: SUCCESS.network,
  });
  const unknown = (reason: string): SettleOutcome => ({ kind: 'unknown', reason });
  const SPELLED = `0x${PAYER.slice(2).toUpperCase()}`;

  it.each<[string, PostOutcome, SettleOutcome]>([
    ['a settlement', reply(200, SUCCESS), settled()],
    ['one in any status of success', reply(299, SUCCESS), settled()],
    ['one whose payer is spelled otherwise', reply(200, { ...SUCCESS, payer: SPELLED }), settled(SPELLED)],
    ['one whose payer is no text', reply(200, { ...SUCCESS, payer: 7 }), settled()],
    ['one of another payer', reply(200, { ...SUCCESS, payer: HASH }), unknown('settled for another payer')],
    ['one of no network', reply(200, { ...SUCCESS, network: undefined }), unknown('settled on another network')],
    [
      'one with more than a hash',
      reply(200, { ...SUCCESS, transaction: `${HASH}0` }),
      unknown('settled without a transaction hash'),
    ],
    [
      'one with something before its hash',
      reply(200, { ...SUCCESS, transaction: `x${HASH}` }),
      unknown('settled without a transaction hash'),
    ],
    ['one in a failure', reply(400, SUCCESS), unknown('HTTP 400 with a body that says success')],
    ['one in a redirection', reply(300, SUCCESS), unknown('HTTP 300 without an outcome')],
    ['a refusal in a redirection', reply(399, { success: false }), unknown('HTTP 399 without an outcome')],
    ['one as deep as replies may be', reply(200, { ...SUCCESS, ...nested(31) }), settled()],
    ['one that is deeper', reply(200, { ...SUCCESS, ...nested(32) }), unknown('HTTP 200 without an outcome')],
    ['no object', reply(200, 'success'), unknown('HTTP 200 without an outcome')],
    ['no answer', LOST, unknown('timeout')],
    ['not sent', NOT_SENT, { kind: 'not_sent', reason: 'ECONNREFUSED' }],
    ['a failure without a reason', reply(502, { success: false }), unknown('HTTP 502 without an outcome')],
    [
      'a failure whose reason quotes a signature',
      reply(200, { success: false, errorReason: `reverted 0x${'5e'.repeat(65)}` }),
      unknown('reverted …'),
    ],
    [
      'a payment under way',
      reply(200, { success: false, errorReason: 'settlement_pending', transaction: HASH }),
      { kind: 'pending', reason: 'settlement_pending' },
    ],
    [
      'a spent nonce',
      reply(200, { success: false, errorReason: 'nonce_already_used' }),
      { kind: 'nonce_used', reason: 'nonce_already_used' },
    ],
    [
      'a refusal',
      reply(500, { success: false, errorReason: 'payment_expired' }),
      { kind: 'refused', code: 'payment_expired', reason: 'payment_expired' },
    ],
  ])('%s', (_what, posted, outcome) => {
    expect(settleOutcome(posted, REQUEST)).toStrictEqual(outcome);
  });
});
