import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { computeAddress, hexlify, SigningKey, TypedDataEncoder, Wallet } from 'ethers';
import fc from 'fast-check';
import { authorizationDigest, isPlainSignature, paymentHash, recoverAddress, recoverSigner } from './eip3009';
import { tokenDomain, TRANSFER_WITH_AUTHORIZATION, type Authorization } from '../wire/transfer-authorization';
import { encodeHeader } from '../wire/headers';
import { readPayment } from '../read/read-payment';
import { SAMPLE_TERMS } from '../testing/sample-terms';

const corpora = resolve(process.cwd(), process.env['CORPORA_DIR'] ?? '../shared/corpora');
const examples = join(corpora, 'security/x402/spec-examples.json');
const typedData = join(corpora, 'security/eip712/typed-data.json.gz');

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const domain = tokenDomain(SAMPLE_TERMS);
const wallet = new Wallet(`0x${'7e'.repeat(32)}`);

const authorizations = fc.record({
  from: fc.constant(wallet.address.toLowerCase()),
  to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hexlify(bytes)),
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  validAfter: fc.bigInt({ min: 0n, max: 2n ** 64n }),
  validBefore: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => hexlify(bytes)),
}) satisfies fc.Arbitrary<Authorization>;

function sign(authorization: Authorization): string {
  return wallet.signingKey.sign(authorizationDigest(domain, authorization)).serialized;
}

const word = (value: bigint): string => value.toString(16).padStart(64, '0');

describe('the signer of an authorization', () => {
  it('is the payer who signed it, and nobody for any other message', () => {
    fc.assert(
      fc.property(authorizations, authorizations, (signed, other) => {
        expect(recoverSigner(domain, signed, sign(signed))).toBe(wallet.address.toLowerCase());
        fc.pre(paymentHash(domain, signed) !== paymentHash(domain, other));
        expect(recoverSigner(domain, other, sign(signed))).not.toBe(wallet.address.toLowerCase());
      }),
      { numRuns: 15 },
    );
  });

  const [authorization] = fc.sample(authorizations, { numRuns: 1, seed: 1 }) as [Authorization];
  const signature = sign(authorization);
  const r = signature.slice(2, 66);
  const s = BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.slice(130);
  it.each([
    ['s in the upper half', `0x${r}${word(ORDER - s)}${v === '1b' ? '1c' : '1b'}`],
    ['v of 0', `0x${r}${word(s)}00`],
    ['v of 1', `0x${r}${word(s)}01`],
    ['v of 29', `0x${r}${word(s)}1d`],
    ['r of 0', `0x${word(0n)}${word(s)}1b`],
    ['r beyond the curve', `0x${word(ORDER)}${word(s)}1b`],
    ['s of 0', `0x${r}${word(0n)}1b`],
    ['64 bytes', `0x${r}${word(s)}`],
    ['66 bytes', `${signature}00`],
    ['no hex', signature.replace(/.$/, 'g')],
    ['no prefix', signature.slice(2)],
  ])('is nobody for a signature the token refuses: %s', (_name, odd) => {
    expect(recoverSigner(domain, authorization, signature)).toBe(wallet.address.toLowerCase());
    expect(recoverSigner(domain, authorization, odd)).toBeNull();
  });
});

describe('recovery by WebAssembly says what the other library says', () => {
  /** The verdict of ethers under the rules of the token. */
  function byEthers(digest: string, signature: string): string | null {
    if (!/^0x[0-9a-fA-F]{130}$/.test(signature) || !['1b', '1c'].includes(signature.slice(130).toLowerCase()))
      return null;
    if (BigInt(`0x${signature.slice(66, 130)}`) > ORDER / 2n) return null;
    try {
      return computeAddress(SigningKey.recoverPublicKey(digest, signature)).toLowerCase();
    } catch {
      return null;
    }
  }

  const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => hexlify(bytes));
  const edge = fc
    .constantFrom(0n, 1n, 2n, ORDER / 2n, ORDER / 2n + 1n, ORDER - 1n, ORDER, ORDER + 1n, 2n ** 256n - 1n)
    .map((value) => `0x${word(value)}`);
  const half = fc.oneof({ weight: 3, arbitrary: bytes32 }, { weight: 1, arbitrary: edge });
  const low = half.map((s) => `0x${word(BigInt(s) % (ORDER / 2n))}`);
  const recovery = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('1b', '1c') },
    { weight: 1, arbitrary: fc.nat(255).map((v) => v.toString(16).padStart(2, '0')) },
  );
  const made = fc.tuple(bytes32, bytes32).map(([digest, key]) => {
    const valid = (BigInt(key) % (ORDER - 1n)) + 1n;
    return { digest, signature: new SigningKey(`0x${word(valid)}`).sign(digest).serialized };
  });
  const odd = fc
    .tuple(fc.oneof(bytes32, edge), half, fc.oneof(low, half), recovery)
    .map(([digest, r, s, v]) => ({ digest, signature: `${r}${s.slice(2)}${v}` }));
  const cut = fc
    .tuple(made, fc.nat(140))
    .map(([{ digest, signature }, length]) => ({ digest, signature: signature.slice(0, length) }));

  it('of any digest with true, random, odd and cut signatures', () => {
    fc.assert(
      fc.property(fc.oneof(made, odd, cut), ({ digest, signature }) => {
        expect(recoverAddress(digest, signature)).toBe(byEthers(digest, signature));
        expect(recoverAddress(digest, signature.toUpperCase().replace('0X', '0x'))).toBe(byEthers(digest, signature));
      }),
      { numRuns: 300 },
    );
  });

  it('of the digest that EIP-712 gives an authorization under any domain', () => {
    const domains = fc.record({
      name: fc.string(),
      version: fc.string(),
      chainId: fc.nat(),
      verifyingContract: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hexlify(bytes)),
    });
    fc.assert(
      fc.property(authorizations, domains, (authorization, other) => {
        for (const under of [domain, other])
          expect(authorizationDigest(under, authorization)).toBe(
            TypedDataEncoder.hash(under, TRANSFER_WITH_AUTHORIZATION, authorization),
          );
      }),
      { numRuns: 150 },
    );
  });
});

it('the greatest s of a signer is half of the group order, to the last digit', () => {
  const [digest, r] = [
    `0x${'5a'.repeat(32)}`,
    word(0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n),
  ];
  const recovered = (s: bigint) => recoverAddress(digest, `0x${r}${word(s)}1b`);

  expect(recovered(ORDER / 2n)).toMatch(/^0x[0-9a-f]{40}$/);
  expect(recovered(ORDER / 2n + 1n)).toBeNull();
});

it.each([
  [`0x${'aB'.repeat(65)}`, true],
  [`0x${'ab'.repeat(64)}`, false],
  [`0x${'ab'.repeat(66)}`, false],
  [`x0x${'ab'.repeat(65)}`, false],
  [`0x${'ab'.repeat(64)}zz`, false],
  ['0x', false],
])('a signature %s has the form that keys make: %s', (signature, isPlain) => {
  expect(isPlainSignature(signature)).toBe(isPlain);
});

describe('the payment hash', () => {
  const spellings = fc.record({
    upperFrom: fc.boolean(),
    upperTo: fc.boolean(),
    upperNonce: fc.boolean(),
    zeros: fc.nat({ max: 3 }),
    blanks: fc.nat({ max: 3 }),
    reversed: fc.boolean(),
    signature: fc.constantFrom('0x11', '0xAB'),
  });

  it('is one for all spellings of one payment', () => {
    fc.assert(
      fc.property(authorizations, spellings, spellings, (authorization, left, right) => {
        expect(hashOf(spell(authorization, left))).toBe(hashOf(spell(authorization, right)));
      }),
      { numRuns: 200 },
    );
  });

  it('differs as soon as one signed field or the domain differs', () => {
    const [authorization] = fc.sample(authorizations, { numRuns: 1, seed: 2 }) as [Authorization];
    const changes: Partial<Authorization>[] = [
      { from: `0x${'22'.repeat(20)}` },
      { to: `0x${'33'.repeat(20)}` },
      { value: authorization.value ^ 1n },
      { validAfter: authorization.validAfter + 1n },
      { validBefore: authorization.validBefore ^ 1n },
      { nonce: `0x${'44'.repeat(32)}` },
    ];
    const hashes = changes.map((change) => paymentHash(domain, { ...authorization, ...change }));
    const domains = [
      { name: 'USD Coin' },
      { version: '1' },
      { chainId: 8453 },
      { verifyingContract: `0x${'55'.repeat(20)}` },
    ];
    hashes.push(...domains.map((change) => paymentHash({ ...domain, ...change }, authorization)));
    hashes.push(paymentHash(domain, authorization));

    expect(new Set(hashes).size).toBe(hashes.length);
  });

  interface Spelling {
    readonly upperFrom: boolean;
    readonly upperTo: boolean;
    readonly upperNonce: boolean;
    readonly zeros: number;
    readonly blanks: number;
    readonly reversed: boolean;
    readonly signature: string;
  }

  function spell(authorization: Authorization, spelling: Spelling): string {
    const upper = (text: string, isUpper: boolean) => (isUpper ? `0x${text.slice(2).toUpperCase()}` : text);
    const number = (value: bigint) =>
      value.toString().padStart(Math.min(78, value.toString().length + spelling.zeros), '0');
    const entries = Object.entries({
      from: upper(authorization.from, spelling.upperFrom),
      to: upper(authorization.to, spelling.upperTo),
      value: number(authorization.value),
      validAfter: number(authorization.validAfter),
      validBefore: number(authorization.validBefore),
      nonce: upper(authorization.nonce, spelling.upperNonce),
    });
    const signed = Object.fromEntries(spelling.reversed ? entries.reverse() : entries);
    const payload = {
      x402Version: 2,
      accepted: { scheme: 'exact', network: 'n', amount: '1', asset: 'a', payTo: 'p' },
      payload: { signature: spelling.signature, authorization: signed },
    };
    return Buffer.from(JSON.stringify(payload, null, spelling.blanks)).toString('base64');
  }

  function hashOf(header: string): string {
    const read = readPayment({ paymentSignature: [header], xPayment: [] }, SAMPLE_TERMS);
    if (!read.ok) throw new Error(read.message);
    return read.value.hash;
  }
});

(existsSync(examples) ? describe : describe.skip)(
  'the signed example of the x402 specification (spec-examples.json)',
  () => {
    const load = () => JSON.parse(readFileSync(examples, 'utf8'));

    it('recovers to its payer under the domain that is said to, and under no other', () => {
      const { recovers_with, does_not_recover_with, v2_payment_payload } = load();
      const read = readPayment({ paymentSignature: [encodeHeader(v2_payment_payload)], xPayment: [] }, SAMPLE_TERMS);
      if (!read.ok) throw new Error(read.message);
      const { authorization, signature } = read.value;
      const signer = recovers_with.signer.toLowerCase();

      expect(recoverSigner(recovers_with.domain, authorization, signature)).toBe(signer);
      expect(recoverSigner(tokenDomain(SAMPLE_TERMS), authorization, signature)).toBe(signer);
      for (const other of does_not_recover_with)
        expect(recoverSigner({ ...recovers_with.domain, ...other }, authorization, signature)).not.toBe(signer);
    });

    it('is the same payment in both versions', () => {
      const { headers } = load();
      const v2 = readPayment({ paymentSignature: [headers.v2_PAYMENT_SIGNATURE], xPayment: [] }, SAMPLE_TERMS);
      const v1 = readPayment({ paymentSignature: [], xPayment: [headers.v1_X_PAYMENT] }, SAMPLE_TERMS);

      expect(v1.ok && v2.ok && v1.value.hash === v2.value.hash).toBe(true);
    });
  },
);

(existsSync(typedData) ? describe : describe.skip)('EIP-712 digests (typed-data.json.gz)', () => {
  it('are those of the published cases', () => {
    const cases = JSON.parse(gunzipSync(readFileSync(typedData)).toString('utf8')) as {
      readonly domain: object;
      readonly types: Record<string, { name: string; type: string }[]>;
      readonly data: Record<string, unknown>;
      readonly digest: string;
    }[];

    expect(cases.length).toBeGreaterThan(100);
    for (const { domain: of, types, data, digest } of cases)
      expect(TypedDataEncoder.hash(of, types, data)).toBe(digest);
  });
});

it('the domain separators are those of the token contracts', () => {
  const base = {
    ...SAMPLE_TERMS,
    chainId: 8453,
    assetName: 'USD Coin',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  };

  expect(TypedDataEncoder.hashDomain({ ...tokenDomain(base) })).toBe(
    '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
  );
  expect(TypedDataEncoder.hashDomain({ ...domain })).toBe(
    '0x71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
  );
});
