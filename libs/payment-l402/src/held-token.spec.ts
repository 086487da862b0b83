import { L402Harness } from './testing';

test('a token is held from its admission on, until it is used or given back', async () => {
  const harness = new L402Harness();
  const { authorization } = await harness.buy();
  const ask = () => harness.call({ authorization: [authorization] });
  const admission = await harness.admit({ authorization: [authorization] });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);

  expect(await ask()).toEqual({ code: 'payment_in_progress' });
  admission.release();
  expect(await ask()).toEqual({ body: '{"answer":1}', replayed: false });
});
