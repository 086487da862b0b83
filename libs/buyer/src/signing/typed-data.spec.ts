import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { bytesToHex } from '@noble/hashes/utils';
import { typedDataDigest, type TypedData } from './typed-data';

const digest = (data: TypedData): string => `0x${bytesToHex(typedDataDigest(data))}`;

const hex = (length: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => `0x${bytesToHex(bytes)}`);

/** A type with values that fit it. */
interface TypedValue {
  readonly type: string;
  readonly value: unknown;
}

const of = (type: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<TypedValue> =>
  values.map((value) => ({ type, value }));

const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => bytes * 8);
const atomic = fc.oneof(
  of('string', fc.string({ unit: 'grapheme' })),
  of('bool', fc.boolean()),
  of('address', hex(20)),
  of(
    'bytes',
    fc.uint8Array().map((bytes) => `0x${bytesToHex(bytes)}`),
  ),
  bits.chain((size) => of(`uint${size}`, fc.bigInt({ min: 0n, max: 2n ** BigInt(size) - 1n }))),
  bits.chain((size) =>
    of(`int${size}`, fc.bigInt({ min: -(2n ** BigInt(size - 1)), max: 2n ** BigInt(size - 1) - 1n })),
  ),
  fc.integer({ min: 1, max: 32 }).chain((size) => of(`bytes${size}`, hex(size))),
  of('uint256[]', fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))),
  of('address[2]', fc.array(hex(20), { minLength: 2, maxLength: 2 })),
);

/** A struct of random members, of which one is a list of structs of another type. */
const data = fc
  .record({
    members: fc.array(atomic, { minLength: 1, maxLength: 5 }),
    name: fc.string(),
    chainId: fc.nat(),
    contract: hex(20),
    repeats: fc.nat(3),
  })
  .map(({ members, name, chainId, contract, repeats }): TypedData => {
    const inner = members.map(({ type }, at) => ({ name: `m${at}`, type }));
    const value = Object.fromEntries(members.map((member, at) => [`m${at}`, member.value]));
    return {
      domain: { name, version: '2', chainId, verifyingContract: contract },
      types: { Whole: [...inner, { name: 'parts', type: 'Part[]' }], Part: inner },
      primaryType: 'Whole',
      message: { ...value, parts: Array.from({ length: repeats }, () => value) },
    };
  });

describe('the digest of typed data', () => {
  it('is the one of ethers, for random types and values', () => {
    fc.assert(
      fc.property(data, (typed) => {
        const types = typed.types as Record<string, { name: string; type: string }[]>;
        expect(digest(typed)).toBe(
          TypedDataEncoder.hash(typed.domain, types, typed.message as Record<string, unknown>),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('is the published one of the example in EIP-712', () => {
    const person = [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ];
    const mail: TypedData = {
      domain: {
        name: 'Ether Mail',
        version: '1',
        chainId: 1,
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      types: {
        Person: person,
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person' },
          { name: 'contents', type: 'string' },
        ],
      },
      primaryType: 'Mail',
      message: {
        from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
        to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
        contents: 'Hello, Bob!',
      },
    };

    expect(digest(mail)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');
  });

  it.each([
    ['uint8', 256n],
    ['uint8', -1n],
    ['uint256', 'five'],
    ['int8', 128n],
    ['address', '0x00'],
    ['bytes4', '0x0000000000'],
    ['bytes', 'plain'],
    ['bool', 1],
    ['string', 7],
    ['uint8[2]', [1n]],
    ['Other', {}],
  ])('is refused where a value does not fit %s', (type, value) => {
    const types = { Whole: [{ name: 'member', type }] };

    expect(() => digest({ domain: {}, types, primaryType: 'Whole', message: { member: value } })).toThrow(RangeError);
  });
});

const corpora = resolve(process.cwd(), process.env['CORPORA_DIR'] ?? '../shared/corpora');
const published = join(corpora, 'security/eip712/typed-data.json.gz');

(existsSync(published) ? describe : describe.skip)('EIP-712 digests (typed-data.json.gz)', () => {
  it('are those of the published cases', () => {
    const cases = JSON.parse(gunzipSync(readFileSync(published)).toString('utf8')) as readonly (Omit<
      TypedData,
      'message'
    > & {
      readonly data: object;
      readonly digest: string;
    })[];

    expect(cases.length).toBeGreaterThan(100);
    for (const { data: message, digest: expected, ...typed } of cases)
      expect(digest({ ...typed, message })).toBe(expected);
  });
});
