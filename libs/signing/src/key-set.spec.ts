import { generateKeyPem, signerFromPem } from './ed25519';
import { KeyError } from './key-error';
import { parseKeySet } from './key-set';

test('a private member in a key set is never passed on', () => {
  const { publicJwk } = signerFromPem(generateKeyPem());

  const { keys } = parseKeySet(JSON.stringify({ keys: [{ ...publicJwk, d: 'secret', extra: 1 }] }));

  expect(keys).toEqual([publicJwk]);
});

test.each([
  ['no JSON', '{', undefined, 'the key set is no JSON'],
  ['nothing', 'null', 'keys', 'the key set has no list "keys"'],
  ['keys that are no list', '{"keys":{}}', 'keys', 'the key set has no list "keys"'],
  ['revoked keys that are no list', '{"keys":[],"revoked":{}}', 'revoked', '"revoked" of the key set is no list'],
  ['a revoked key that is none', '{"keys":[],"revoked":[{}]}', 'revoked', '"revoked" of the key set is no list'],
  ['a key that is none', '{"keys":[null]}', 'keys[0]', expect.any(String)],
])('%s is refused with its place', (_what, text, place, message) => {
  let fault: unknown;
  try {
    parseKeySet(text);
  } catch (error) {
    fault = error;
  }

  expect(fault).toBeInstanceOf(KeyError);
  expect(fault).toMatchObject({ message, ...(place === undefined ? {} : { place }) });
});
