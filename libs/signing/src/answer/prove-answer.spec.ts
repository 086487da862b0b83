import { answerOf, manifest, metaOf, receipted } from '../testing/signed-answer';
import { verifyAnswer } from './verify-answer';

it('an answer that is no UTF-8 proves its receipt alone, although a lenient reader finds meta in it', () => {
  const { body } = answerOf({ data: { product: 'nodejs' }, meta: metaOf(manifest) });
  const spoilt = Buffer.from(String(body).replace('nodejs', 'node\xff'), 'latin1');

  const { proven, claims } = verifyAnswer(receipted(spoilt, [manifest], 'eyJ9'));

  expect([proven, claims.map(({ subject, fault }) => [subject, fault])]).toEqual([false, [['receipt', null]]]);
});
