import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { indexProduct } from '../products/indexed-product';
import { ProductIndex } from '../products/product-index';
import { makeProduct } from '../testing/make-product';
import { readCases } from '../testing/read-cases';
import { matchVersion } from './version-match';

const { products, cases } = readCases(readFileSync(join(__dirname, 'version-match.cases.txt'), 'utf8'));

describe('a version belongs to the cycle the table says', () => {
  const index = new ProductIndex(products);

  it.each(cases.map(({ product, version, expected }) => [product, version, expected]))(
    '%s %s: %s',
    (id, version, cycle) => {
      const product = index.get(id);
      if (product === undefined) throw new Error(`the table declares no product ${id}`);

      expect(matchVersion(product, version)?.name ?? 'none').toBe(cycle);
    },
  );
});

describe('the words of a product before a version', () => {
  it('are taken off whole, the longest first, whichever of them begins with another', () => {
    const rocky = indexProduct(
      makeProduct('rocky', ['8', '9'], { label: 'Rocky', aliases: ['rocky linux', 'rocky linux 9 point'] }),
    );
    const linux = indexProduct(makeProduct('linux-9', ['2', '3'], { label: 'Linux', aliases: ['linux 9'] }));

    expect(matchVersion(rocky, 'Rocky Linux 9.3')?.name).toBe('9');
    expect(matchVersion(linux, 'Linux 9 3')?.name).toBe('3');
  });
});

describe('for any product', () => {
  const number = fc.integer({ min: 0, max: 40 });
  const numbers = fc.array(number, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?$/);
  const name = fc.oneof(
    { weight: 4, arbitrary: numbers },
    word,
    fc.tuple(numbers, word).map(([a, b]) => `${a}-${b}`),
  );
  // Where `3.0` is listed, all that is of `3` is listed by itself.
  const hasZero = (cycles: readonly string[]) => cycles.some((cycle) => cycle.endsWith('.0'));
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 12, selector: (text) => text.toLowerCase() });
  const productOf = (cycles: readonly string[]) => indexProduct(makeProduct('some-product', cycles));

  it("a cycle's own name is that cycle, in any case and with blanks around it", () => {
    fc.assert(
      fc.property(names, (cycles) => {
        const product = productOf(cycles);

        for (const cycle of cycles) {
          expect(matchVersion(product, cycle)?.name).toBe(cycle);
          expect(matchVersion(product, ` ${cycle.toUpperCase()}\t`)?.name).toBe(cycle);
        }
      }),
    );
  });

  it('a version under a cycle is in that cycle or in a longer one that it starts with', () => {
    fc.assert(
      fc.property(names, numbers, (cycles, suffix) => {
        // A leading v is stripped, so a cycle named v1 is found by its own name only.
        fc.pre(!cycles.some((cycle) => /^v\d/.test(cycle)) && !hasZero(cycles));
        const product = productOf(cycles);

        for (const cycle of cycles) {
          const version = `${cycle}.${suffix}`;
          const found = matchVersion(product, version)?.name ?? '';

          expect(found.length).toBeGreaterThanOrEqual(cycle.length);
          expect(version.startsWith(found)).toBe(true);
          expect(version.charAt(found.length)).not.toMatch(/\d/);
        }
      }),
    );
  });

  it('a cycle never answers for a number that goes on', () => {
    fc.assert(
      fc.property(numbers, number, fc.constantFrom('', '.1', '-rc1'), (cycle, digits, rest) => {
        expect(matchVersion(productOf([cycle]), `${cycle}${digits}${rest}`)).toBeUndefined();
      }),
    );
  });

  it('agrees with the plain statement of the rule on versions that are numbers', () => {
    const plainRule = (cycles: readonly string[], version: string): string | undefined =>
      cycles
        .filter((cycle) => version === cycle || (version.startsWith(cycle) && !/\d/.test(version.charAt(cycle.length))))
        .sort((a, b) => b.length - a.length)[0] ?? cycles.find((cycle) => cycle.replace(/(\.0)+$/, '') === version);

    fc.assert(
      fc.property(names, numbers, (cycles, version) => {
        fc.pre(!hasZero(cycles));
        expect(matchVersion(productOf(cycles), version)?.name).toBe(plainRule(cycles, version));
      }),
    );
  });

  it('any text is answered without a throw', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        'hasOwnProperty',
        '\ud800',
        '\udc00v1',
        'İ',
        '1:'.repeat(100),
        '.0'.repeat(100),
      ),
    );
    const index = new ProductIndex(products);

    fc.assert(
      fc.property(text, (version) => {
        for (const product of index.products) expect(() => matchVersion(product, version)).not.toThrow();
      }),
    );
  });
});
