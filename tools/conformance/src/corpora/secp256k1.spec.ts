import { createHash } from 'node:crypto';
import { recoverAddress } from '@stackcheck/payment-x402/signature';
import { computeAddress } from 'ethers';
import { corpus, printCounts, readJson } from './corpus';
import { derToPlain } from './der-signature';

interface EcdsaFile {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly publicKey: { readonly uncompressed: string };
    readonly tests: readonly EcdsaTest[];
  }[];
}

interface EcdsaTest {
  readonly tcId: number;
  readonly comment: string;
  readonly msg: string;
  readonly sig: string;
  readonly result: 'valid' | 'invalid' | 'acceptable';
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const FIELD = 2n ** 256n - 2n ** 32n - 977n;

/**
 * The files test verifying with a known key; a payment names no key but an address, and its signature is 65 bytes
 * r || s || v. So each vector becomes the question whether `recoverAddress` gives the address of the vector's key for
 * v = 27 or 28, over the SHA-256 that the vectors use in the place of the EIP-712 digest. Three rules differ, all of them
 * the token's: s in the upper half is nobody's signature (EIP-2); a point whose x is beyond the group order would need a
 * v that the token does not know; and what is not 64 bytes has no such form at all.
 */
const FILES = [
  {
    name: 'ecdsa_secp256k1_sha256_p1363_test.json',
    count: 252,
    toPlain: (sig: string) => (sig.length === 128 ? sig : undefined),
  },
  { name: 'ecdsa_secp256k1_sha256_bitcoin_test.json', count: 463, toPlain: derToPlain },
  { name: 'ecdsa_secp256k1_sha256_test.json', count: 476, toPlain: derToPlain },
];

for (const { name, count, toPlain } of FILES) {
  const file = corpus(`wycheproof/${name}`);
  file.describe(`Wycheproof ${name} through the recovery of payers`, () => {
    it(`agrees with all ${count} verdicts, by the token's rules`, () => {
      const { numberOfTests, testGroups } = readJson<EcdsaFile>(file.path);
      const wrong: string[] = [];
      const counts = {
        vectors: 0,
        'recovered to the key': 0,
        'refused for a high s': 0,
        'refused as 65 bytes': 0,
        'not 64 bytes': 0,
        'beyond v 28': 0,
      };
      for (const { publicKey, tests } of testGroups) {
        const address = computeAddress(`0x${publicKey.uncompressed}`).toLowerCase();
        for (const test of tests) {
          counts.vectors += 1;
          const { verdict, expected } = judge(test, toPlain(test.sig), address);
          counts[verdict] += 1;
          if (verdict !== expected) wrong.push(`${test.tcId} ${test.comment}: ${verdict} instead of ${expected}`);
        }
      }
      printCounts(`Wycheproof ${name}`, counts);

      expect(wrong).toEqual([]);
      expect([counts.vectors, numberOfTests]).toEqual([count, count]);
      expect(counts['recovered to the key']).toBeGreaterThan(70);
    });
  });
}

type Verdict = 'recovered to the key' | 'refused for a high s' | 'refused as 65 bytes' | 'not 64 bytes' | 'beyond v 28';

function judge(test: EcdsaTest, plain: string | undefined, address: string): { verdict: Verdict; expected: Verdict } {
  const digest = `0x${createHash('sha256').update(Buffer.from(test.msg, 'hex')).digest('hex')}`;
  const recovered = (signature: string): boolean =>
    ['1b', '1c'].some((v) => recoverAddress(digest, `0x${signature}${v}`) === address);
  if (plain === undefined) {
    // As it stands it must be nobody's, however near 65 bytes it is.
    return { verdict: recovered(test.sig) ? 'recovered to the key' : 'not 64 bytes', expected: 'not 64 bytes' };
  }
  const [r, s] = [BigInt(`0x${plain.slice(0, 64)}`), BigInt(`0x${plain.slice(64)}`)];
  const isHigh = s > ORDER / 2n && s < ORDER;
  const verdict = recovered(plain) ? 'recovered to the key' : 'refused as 65 bytes';
  if (test.result === 'invalid')
    return {
      verdict: verdict === 'refused as 65 bytes' && isHigh ? 'refused for a high s' : verdict,
      expected: isHigh ? 'refused for a high s' : 'refused as 65 bytes',
    };
  if (isHigh)
    return {
      verdict: verdict === 'refused as 65 bytes' ? 'refused for a high s' : verdict,
      expected: 'refused for a high s',
    };
  if (verdict === 'refused as 65 bytes' && r + ORDER < FIELD)
    return { verdict: 'beyond v 28', expected: 'beyond v 28' };
  return { verdict, expected: 'recovered to the key' };
}
