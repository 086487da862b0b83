import { answerOf, manifest, metaOf, receipted } from '../testing/signed-answer';
import { verifyAnswer } from './verify-answer';

it('an answer that is no UTF-8 proves its receipt alone, although a lenient reader finds meta in it', () => {
  const { body } = answerOf({ data: { product: 'nodejs' }, meta: metaOf(manifest) });
  const spoilt = Buffer.from(String(body).replace('nodejs', 'node\xff'), 'latin1');

  const { proven, claims } = verifyAnswer(receipted(spoilt, [manifest], 'eyJ9'));

  expect([proven, claims.map(({ subject, fault }) => [subject, fault])]).toEqual([false, [['receipt', null]]]);
});

it.each(['text', 7, true, null, []])('%j in the place of a part of an answer is none', (other) => {
  const handedOver = [other, { data: other }] as readonly object[];
  const bodies = [
    { data: {}, meta: other },
    { data: other },
    { data: { manifest: other, snapshot: {} } },
    { data: { manifest, delta: other } },
    other,
  ];

  for (const body of bodies)
    expect(verifyAnswer(receipted(Buffer.from(JSON.stringify(body)), handedOver, 'eyJ9'))).toEqual({
      proven: false,
      claims: [expect.objectContaining({ subject: 'receipt', proven: true })],
    });
  const { claims } = verifyAnswer(answerOf({ data: {}, meta: metaOf(manifest) }, [...handedOver, manifest]));
  expect(claims.map(({ proven }) => proven)).toEqual([true, true]);
});
