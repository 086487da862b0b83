import { mintMacaroon, type Macaroon } from './macaroon';
import { decodeMacaroon, encodeMacaroon } from './macaroon-binary';

const of = (changed: Partial<Omit<Macaroon, 'signature'>>): Macaroon =>
  mintMacaroon(Buffer.alloc(32, 1), { location: 'stackcheck', identifier: Buffer.from([7]), caveats: [], ...changed });
const read = (macaroon: Macaroon): Macaroon | null => decodeMacaroon(encodeMacaroon(macaroon));
/** The bytes with a text in them replaced by another of the same length. */
function replaced(bytes: Uint8Array, text: string, by: readonly number[]): Uint8Array {
  const changed = Buffer.from(bytes);
  changed.set(by, changed.indexOf(text));
  return changed;
}

it('the bytes are those of the V2 form', () => {
  const { signature } = of({ caveats: ['a=b'] });

  expect([...encodeMacaroon(of({ location: 'xy', caveats: ['a=b'] }))]).toEqual(
    [2, [1, 2, 0x78, 0x79], [2, 1, 7], 0, [2, 3, 0x61, 0x3d, 0x62], 0, 0, [6, 32, ...signature]].flat(),
  );
});

it('a location that is none is not written, and is read as none', () => {
  const bytes = encodeMacaroon(of({ location: '' }));

  expect([...bytes.subarray(0, 3)]).toEqual([2, 2, 1]);
  expect(decodeMacaroon(bytes)?.location).toBe('');
});

it.each([
  [4_096, true],
  [4_097, false],
])('of %d bytes one is read: %s', (length, isRead) => {
  const rest = encodeMacaroon(of({ caveats: ['x'.repeat(200)] })).length - 200;
  const bytes = encodeMacaroon(of({ caveats: ['x'.repeat(length - rest)] }));

  expect(bytes).toHaveLength(length);
  expect(decodeMacaroon(bytes) !== null).toBe(isRead);
});

it.each(['\ufeffa=b', 'a=é', 'a=\u{1f600}', 'a=\0'])('a caveat keeps each of its characters: %j', (caveat) => {
  expect(read(of({ caveats: [caveat] }))?.caveats).toEqual([caveat]);
});

it.each([
  ['a caveat', of({ caveats: ['abc=d'] }), 'abc'],
  ['a location', of({ location: 'abc' }), 'abc'],
])('%s that is no UTF-8 is not read', (_what, macaroon, text) => {
  const bytes = encodeMacaroon(macaroon);

  expect(decodeMacaroon(replaced(bytes, text, [0x41]))).not.toBeNull();
  expect(decodeMacaroon(replaced(bytes, text, [0xff]))).toBeNull();
  expect(decodeMacaroon(replaced(bytes, text, [0x61, 0xc3, 0x28]))).toBeNull();
});

it.each([31, 33])('a signature of %d bytes is none', (length) => {
  expect(read({ ...of({}), signature: new Uint8Array(length) })).toBeNull();
  expect(read({ ...of({}), signature: new Uint8Array(32) })).not.toBeNull();
});
