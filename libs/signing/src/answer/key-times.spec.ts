import { answerOf, api, ingest, manifest, metaOf } from '../testing/signed-answer';
import type { AnswerToVerify } from './prove-answer';
import { verifyAnswer } from './verify-answer';

const ANSWER = answerOf({ data: { product: 'nodejs', eol: '2028-04-30' }, meta: metaOf(manifest) });
const RECEIPT_AT = 1763640000;
const DATA_AT = Date.parse(manifest.fetched_at) / 1000;

/** The answer with keys of which one has its end. */
function endedAt(kid: string, exp: number): AnswerToVerify {
  return { ...ANSWER, keys: { keys: ANSWER.keys.keys.map((key) => (key.kid === kid ? { ...key, exp } : key)) } };
}

/** The answer with keys of which one is revoked, and listed all the same. */
function revoked(kid: string): AnswerToVerify {
  return { ...ANSWER, keys: { ...ANSWER.keys, revoked: [{ kid, revoked_at: 1, reason: 'stolen' }] } };
}

it.each<[string, AnswerToVerify, readonly (string | null)[]]>([
  ['a receipt of the last second of its key', endedAt(api.keyId, RECEIPT_AT), [null, null]],
  ['a receipt of a later one', endedAt(api.keyId, RECEIPT_AT - 1), ['retired before', null]],
  ['data of the last second of their key', endedAt(ingest.keyId, DATA_AT), [null, null]],
  ['data of a later one', endedAt(ingest.keyId, DATA_AT - 1), [null, 'retired before']],
  ['a receipt by a revoked key', revoked(api.keyId), ['not among the keys', null]],
  ['data by a revoked key', revoked(ingest.keyId), [null, 'not among the keys']],
])('%s', (_what, answer, wanted) => {
  const { claims, proven } = verifyAnswer(answer);

  expect(claims.map(({ fault }) => fault)).toEqual(
    wanted.map((fault) => (fault === null ? null : expect.stringContaining(fault))),
  );
  expect(proven).toBe(wanted.every((fault) => fault === null));
});
