import { answerOf, manifest, metaOf, receipted } from '../testing/signed-answer';
import { verifyAnswer } from './verify-answer';

type Field = 'content-digest' | 'unencoded-digest';

const { body } = answerOf({ data: { product: 'nodejs' }, meta: metaOf(manifest) });
const signedOver = (field: Field) => receipted(body, [{ data: { manifest } }], 'eyJ9', field);

describe('the receipt of an answer', () => {
  it.each<Field>(['content-digest', 'unencoded-digest'])('is over its %s', (field) => {
    expect(verifyAnswer(signedOver(field)).proven).toBe(true);
    expect(verifyAnswer({ ...signedOver(field), body: Buffer.from(`${String(body)} `) })).toMatchObject({
      proven: false,
    });
  });

  it.each<[signed: Field, sent: Field, fault: RegExp]>([
    ['unencoded-digest', 'content-digest', /no unencoded-digest/],
    ['content-digest', 'unencoded-digest', /no content-digest/],
  ])('over %s says nothing where %s was sent', (signed, sent, fault) => {
    const { headers, ...answer } = signedOver(signed);

    const { proven, claims } = verifyAnswer({
      ...answer,
      headers: { ...headers, [signed]: undefined, [sent]: headers[signed] },
    });

    expect(proven).toBe(false);
    expect(claims[0]?.fault).toMatch(fault);
  });
});
