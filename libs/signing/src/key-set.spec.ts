import { generateKeyPem, signerFromPem } from './ed25519';
import { parseKeySet } from './key-set';

test('a private member in a key set is never passed on', () => {
  const { publicJwk } = signerFromPem(generateKeyPem());

  const { keys } = parseKeySet(JSON.stringify({ keys: [{ ...publicJwk, d: 'secret', extra: 1 }] }));

  expect(keys).toEqual([publicJwk]);
});
