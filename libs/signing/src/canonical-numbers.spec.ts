import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { canonicalJson, CanonicalJsonError } from './canonical-json';

const corpora = resolve(__dirname, '../../..', process.env.CORPORA_DIR ?? '../shared/corpora');
const file = join(corpora, 'security/jcs/es6-number-checksums.json');
const there = existsSync(file);

/** More lines than this are for a run of their own: `ES6_NUMBERS=100000000 npx jest libs/signing/src/canonical-numbers`. */
const LINES = Number(process.env.ES6_NUMBERS ?? 100_000);

interface Sum {
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The published sequence of numbers (README of the test data that RFC 8785 appendix B refers to): zeros and the smallest
 * numbers, thirds of powers of ten with either sign, numbers at the edges of the notation, two thousand neighbours from the
 * smallest normal number on, and then four numbers from each link of a SHA-256 chain over 32 zero bytes.
 */
function* bitPatterns(): Generator<bigint> {
  yield* [0n, SIGN, 1n, SIGN | 1n];
  for (const third of THIRDS) yield bitsOf(-third);
  yield* THIRDS.map(bitsOf);
  yield* EDGES.map(bitsOf);
  for (let step = 0n; step < 2_000n; step += 1n) yield SMALLEST_NORMAL + step;
  for (let link: Buffer = Buffer.alloc(32); ;) {
    link = createHash('sha256').update(link).digest();
    for (let at = 0; at < link.length; at += 8) yield link.readBigUInt64LE(at);
  }
}

const SIGN = 1n << 63n;
const SMALLEST_NORMAL = 1n << 52n;
const view = new DataView(new ArrayBuffer(8));

function bitsOf(number: number): bigint {
  view.setFloat64(0, number);
  return view.getBigUint64(0);
}

function numberOf(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

const numbers = (text: string): readonly number[] => text.trim().split(/\s+/).map(Number);

const THIRDS = numbers(`
  3.3333333333333335e+21 333333333333333300000 33333333333333336000 3333333333333334000 333333333333333400
  33333333333333340 3333333333333334 333333333333333.4 33333333333333.344 3333333333333.334 333333333333.33344
  33333333333.33334 3333333333.333334 333333333.3333334 33333333.333333336 3333333.3333333335 333333.3333333333
  33333.333333333336 3333.333333333333 333.3333333333333 33.333333333333336 3.3333333333333335
  0.3333333333333333 0.03333333333333333 0.0033333333333333335 0.0003333333333333333 0.000033333333333333335
  0.0000033333333333333333 3.3333333333333335e-7 3.3333333333333334e-8 3.3333333333333334e-9
  3.333333333333333e-10 3.3333333333333335e-11 3.333333333333333e-12 3.3333333333333334e-13
  3.3333333333333334e-14 3.3333333333333332e-15 3.333333333333333e-16 3.3333333333333335e-17
  3.3333333333333333e-18 3.3333333333333334e-19 3.333333333333333e-20 3.3333333333333333e-21
  3.333333333333333e-22 3.3333333333333333e-23 3.3333333333333334e-24 3.3333333333333335e-25
  3.333333333333333e-26 3.333333333333333e-27 3.3333333333333338e-28
`);

const EDGES = numbers(`
  10 5 0.5 0.05 0.005 0.0005 0.00005 0.000005 5e-7 5e-8 5e-9 0.00000506 0.000005006 0.0000050006 0.00000500006
  0.000005000006 0.0000050000006 0.00000500000006 0.000005000000006 0.0000050000000006 0.00000500000000006
  0.000005000000000006 0.0000050000000000006 0.00000500000000000006 0.000005000000000000006 0.000005 1 -1
  -0.9999999999999993 -0.9999999999999994 0.9999999999999993 0.9999999999999994 0.9999999999999996
  0.9999999999999998 -0.9999999999999999 -0.9999999999999999 0.9999999999999999 0.9999999999999999
  0.29999999999999993 0.3 0.30000000000000004 2.2250738585072014e-308 2.2250738585072e-308
  2.225073858507201e-308 1.7976931348623157e+308 -1.7976931348623157e+308 9007199254740992 -9007199254740992
  295147905179352830000 9.999999999999997e+22 1e+23 1.0000000000000001e+23 999999999999999700000
  999999999999999900000 1e+21 9.999999999999997e-7 0.000001 333333333.3333332 333333333.33333325
  333333333.3333333 333333333.3333334 333333333.33333343 -0.0000033333333333333333 1424953923781206.2
`);

/** As our documents have it; where they may hold no such number, because it could have lost digits, as ECMAScript does. */
function canonicalNumber(number: number): { readonly text: string; readonly isRefused: boolean } {
  try {
    return { text: canonicalJson(number), isRefused: false };
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    return { text: String(number), isRefused: true };
  }
}

(there ? describe : describe.skip)(
  `published numbers of RFC 8785${there ? '' : ' (security/jcs/es6-number-checksums.json is missing)'}`,
  () => {
    it(`up to ${LINES} of them have the published sums, and only integers beyond 2^53 are refused`, () => {
      const { sums } = JSON.parse(readFileSync(file, 'utf8')) as { readonly sums: readonly Sum[] };
      const expected = sums.filter(({ lines }) => lines <= LINES);
      const found: Sum[] = [];
      const hash = createHash('sha256');
      const wronglyRefused: number[] = [];
      let [lines, bytes] = [0, 0];
      for (const bits of bitPatterns()) {
        if (found.length === expected.length) break;
        const number = numberOf(bits);
        if (!Number.isFinite(number)) continue;
        const { text, isRefused } = canonicalNumber(number);
        if (isRefused !== (Math.abs(number) >= 2 ** 53 && Math.abs(number) < 1e21)) wronglyRefused.push(number);
        const line = `${bits.toString(16)},${text}\n`;
        hash.update(line);
        bytes += line.length;
        if (++lines === expected[found.length]!.lines) found.push({ lines, bytes, sha256: hash.copy().digest('hex') });
      }

      expect(found).toEqual(expected);
      expect(found.length).toBeGreaterThan(0);
      expect(wronglyRefused).toEqual([]);
    });
  },
);
