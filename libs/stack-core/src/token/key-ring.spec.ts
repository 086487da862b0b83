import { ringFault, SECRET_BYTES, type KeyRing } from './key-ring';

const key = (id: string, bytes = SECRET_BYTES) => ({ id, secret: new Uint8Array(bytes) });
const FORM = 'each watch key needs an id of 1 to 16 letters, digits, _ or - and a secret of 32 bytes';

it.each<[string, KeyRing, string | undefined]>([
  ['without keys', [], undefined],
  ['with one of the shortest id', [key('a')], undefined],
  ['with one of the longest id', [key('Az09_-Az09_-Az09')], undefined],
  ['with two', [key('a'), key('b')], undefined],
  ['with one id twice', [key('a'), key('b'), key('a')], 'two watch keys have the same id'],
  ['with an empty id', [key('')], FORM],
  ['with too long an id', [key('a'.repeat(17))], FORM],
  ['with a point in an id', [key('a'), key('a.b')], FORM],
  ['with too short a secret', [key('a', 31)], FORM],
  ['with too long a secret', [key('b'), key('a', 33)], FORM],
])('a ring %s is sound, or says what is wrong', (_what, ring, fault) => {
  expect(ringFault(ring)).toBe(fault);
});
