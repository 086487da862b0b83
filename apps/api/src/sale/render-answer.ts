import type { StoredAnswer } from '@stackcheck/payment-x402';
import type { HeldAnswer } from '../catalogue/define-route';

/** Media type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The bytes and type of a route's answer. */
export function renderAnswer(answer: HeldAnswer): Pick<StoredAnswer, 'body' | 'gzipped' | 'contentType'> {
  if ('bytes' in answer) {
    const json = answer.contentType === 'application/json';
    return { body: answer.bytes, gzipped: answer.gzipped, contentType: json ? JSON_TYPE : answer.contentType };
  }
  return { body: Buffer.from(JSON.stringify(answer.json)), contentType: JSON_TYPE };
}
