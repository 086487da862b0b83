import * as fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { indexProduct } from '../products/indexed-product';
import { ProductIndex } from '../products/product-index';
import { suggestCycles } from './suggest-cycles';
import { compareVersions } from '../versions/version-order';
import { spell, spellingsOf } from '../products/spelling';
import { suggestProducts } from './suggest';
import { makeCycle, makeProduct } from '../testing/make-product';

const products = [
  makeProduct('nodejs', ['24'], { label: 'Node.js', aliases: ['node'] }),
  makeProduct('python', ['3.14'], { label: 'Python' }),
  makeProduct('postgresql', ['18'], { label: 'PostgreSQL', aliases: ['postgres'] }),
  makeProduct('dotnet', ['10'], { label: 'Microsoft .NET' }),
  makeProduct('ruby', ['4.0'], { label: 'Ruby', aliases: ['ror'] }),
  makeProduct('microsoft-build-of-openjdk', ['25'], { label: 'Microsoft Build of OpenJDK' }),
  ...['', '-server', '-embedded', '-nano-server', '-powershell', '-core'].map((rest) =>
    makeProduct(`gadgets${rest}`, ['1']),
  ),
];
const index = new ProductIndex(products);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    'gadgets',
    'gad',
    'windows',
    'java',
    'nodejs',
    'pythonpython',
    'a-b-c',
    '-'.repeat(200),
    'node-'.repeat(40),
    '\ud83d',
  ),
);

describe('product suggestions', () => {
  it.each([
    ['a missing letter', 'nodjs', ['nodejs']],
    ['an extra letter', 'posttgres', ['postgresql']],
    ['two letters swapped', 'ndoe', ['nodejs']],
    ['two letters swapped in a longer name', 'pyhton', ['python']],
    ['other punctuation', 'dot.NET', ['dotnet']],
    ['the beginning of a name', 'postg', ['postgresql']],
    ['a name with a version', 'python3', ['python']],
    ['a name inside another', 'my-node-app', ['nodejs']],
    ['a word of a name', 'openjdk', ['microsoft-build-of-openjdk']],
  ])('know %s', (_, text, expected) => {
    expect(suggestProducts(index, text)).toEqual(expected);
  });

  it.each(['xyzzy', '', ' ', 'a', 'proto', 'rover', 'constructor', '__proto__', 'x'.repeat(200), 'nodejs'.repeat(33)])(
    'are empty for %j',
    (text) => {
      expect(suggestProducts(index, text)).toEqual([]);
    },
  );

  it.each([
    ['ab', 'ax', false],
    ['abc', 'abx', true],
    ['abcd', 'axxd', false],
    ['abcde', 'axxde', true],
    ['abcdefg', 'axxxefg', false],
    ['abcdefgh', 'axxxefgh', true],
    ['abcdefghij', 'axxxxfghij', false],
  ])('excuse as many typing errors as the length of %s does: %s is near, %s', (id, text, near) => {
    const one = new ProductIndex([makeProduct(id, ['1'])]);

    expect(suggestProducts(one, text)).toEqual(near ? [id] : []);
  });

  it('are names that the text goes on from, where they are half of it', () => {
    const php = new ProductIndex([makeProduct('php', ['8.5'], { label: 'PHP' })]);

    expect(suggestProducts(php, 'phpzzz')).toEqual(['php']);
    expect(suggestProducts(php, 'phpzzzz')).toEqual([]);
    expect(suggestProducts(index, 'pythonish')).toEqual(['python']);
  });

  it('are at most five, closest first', () => {
    expect(suggestProducts(index, 'gadgets')).toEqual([
      'gadgets',
      'gadgets-core',
      'gadgets-server',
      'gadgets-embedded',
      'gadgets-nano-server',
    ]);
  });

  it('do not depend on the order of the products, and are known ids without repetition', () => {
    const reversed = new ProductIndex([...products].reverse());

    fc.assert(
      fc.property(anyText, (text) => {
        const suggestions = suggestProducts(index, text);

        expect(suggestProducts(reversed, text)).toEqual(suggestions);
        expect(new Set(suggestions).size).toBe(suggestions.length);
        expect(suggestions.length).toBeLessThanOrEqual(5);
        for (const id of suggestions) expect(index.get(id)).toBeDefined();
      }),
    );
  });
});

describe('the products near a name', () => {
  /** Every spelling compared, without any short cut. */
  function nearestOf(text: string): Map<string, number> {
    const meant = spell('', text);
    const typosOf = (known: string): number => {
      const shorter = Math.min(meant.squashed.length, known.length);
      const most = shorter <= 2 ? 0 : shorter <= 4 ? 1 : shorter <= 7 ? 2 : 3;
      const edits = distance(meant.squashed, known);
      const isSwap = edits === 2 && [...meant.squashed].sort().join('') === [...known].sort().join('');
      return (isSwap ? 1 : edits) <= most ? 4 * (isSwap ? 1 : edits) : Infinity;
    };
    const costs = new Map<string, number>();
    for (const { productId, squashed } of spellingsOf(index.products)) {
      const cost = meant.squashed === '' ? Infinity : typosOf(squashed);
      if (cost < (costs.get(productId) ?? Infinity)) costs.set(productId, cost);
    }
    return costs;
  }

  it('are those that comparing with every spelling finds', () => {
    const known = [...spellingsOf(index.products)].map(({ squashed }) => squashed);
    const mistyped = fc
      .tuple(fc.constantFrom(...known), fc.nat(), fc.constantFrom('', 'x', 'e', 'oo'), fc.nat(2))
      .map(([name, at, put, cut]) => name.slice(0, at % name.length) + put + name.slice((at % name.length) + cut));
    fc.assert(
      fc.property(fc.oneof(mistyped, anyText), (text) => {
        const costs = new Map<string, number>();
        index.names.near(spell('', text), (id, cost) => costs.set(id, Math.min(cost, costs.get(id) ?? Infinity)));

        for (const [id, cost] of nearestOf(text)) expect(costs.get(id) ?? Infinity).toBeLessThanOrEqual(cost);
      }),
    );
  });
});

describe('cycle suggestions', () => {
  const python = indexProduct(makeProduct('python', ['3.14', '3.13', '3.12', '3.9', '3.1', '2.7']));
  const ubuntu = indexProduct(
    makeProduct('ubuntu', [
      makeCycle('24.04', { codename: 'Noble Numbat' }),
      makeCycle('22.10', { codename: 'Kinetic Kudu' }),
      makeCycle('22.04', { codename: 'Jammy Jellyfish' }),
      makeCycle('10.04', { codename: 'Lucid Lynx' }),
    ]),
  );
  const patches = indexProduct(makeProduct('patches', ['1.1.1', ...[7, 6, 5, 4, 3, 2, 1].map((n) => `1.1.1.${n}`)]));
  const lambda = indexProduct(makeProduct('aws-lambda', ['nodejs24.x', 'python3.14', 'nodejs22.x', 'java25']));

  it.each([
    ['a version newer than the list', python, '3.15.2', ['3.14', '3.13', '3.12', '3.9', '3.1']],
    ['a version in a gap', python, '3.10', ['3.9', '3.12', '3.13', '3.14', '3.1']],
    ['a version between blanks', python, '  3.10 ', ['3.9', '3.12', '3.13', '3.14', '3.1']],
    ['a short version', python, '3', ['3.14', '3.13', '3.12', '3.9', '3.1']],
    ['a number with the product before it', python, 'Python 2.5', ['2.7', '3.14', '3.13', '3.12', '3.9']],
    [
      'a version below a cycle of fewer numbers',
      patches,
      '1.1.1.9',
      ['1.1.1', '1.1.1.7', '1.1.1.6', '1.1.1.5', '1.1.1.4'],
    ],
    ['a word', python, 'latest', ['3.14', '3.13', '3.12', '3.9', '3.1']],
    ['a missing zero', ubuntu, '22.4', ['22.04', '22.10', '24.04', '10.04']],
    ['a mistyped codename', ubuntu, 'jamy', ['22.04', '24.04', '22.10', '10.04']],
    ['a name that is not a number', lambda, 'nodejs23', ['nodejs24.x', 'nodejs22.x', 'java25', 'python3.14']],
  ])('for %s', (_, product, text, expected) => {
    expect(suggestCycles(product, text)).toEqual(expected);
  });

  it('are names of the product, at most five, for any text', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(python, ubuntu, lambda), (text, product) => {
        const suggestions = suggestCycles(product, text);

        expect(suggestions.length).toBe(Math.min(5, new Set(suggestions).size));
        for (const name of suggestions) expect(product.names.has(name)).toBe(true);
        expect(suggestCycles(product, text)).toEqual(suggestions);
      }),
    );
  });

  it('are the nearest of all cycles, also of a product with hundreds', () => {
    const phones = indexProduct(
      makeProduct(
        'phones',
        Array.from({ length: 400 }, (_, at) => `galaxy-${'abcdefgh'[at % 8]}${at}-${at % 3 === 0 ? 'ultra' : 'mini'}`),
      ),
    );

    for (const at of [0, 7, 123, 399]) {
      const { name } = phones.product.cycles[at]!;

      expect(suggestCycles(phones, name.replace('galaxy', 'galxy'))[0]).toBe(name);
    }
  });

  it('of numbers are those that looking at every cycle finds (property)', () => {
    const name = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }).map((numbers) => numbers.join('.'));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 40 }), name, (names, version) => {
        const meant = version.split('.').map(Number);
        const product = indexProduct(makeProduct('gadget', names));
        const found = product.plain.map(({ cycle, numbers }, at) => {
          const equal = [...numbers, NaN].findIndex((number, place) => number !== meant[place]);
          const gap = Math.abs((numbers[equal] ?? NaN) - (meant[equal] ?? NaN));
          return { cycle, numbers, at, equal, gap: Number.isNaN(gap) ? 0 : gap };
        });
        found.sort(
          (a, b) => b.equal - a.equal || a.gap - b.gap || compareVersions(b.numbers, a.numbers) || a.at - b.at,
        );
        // Before them the cycle that has the name, or its first two numbers, or its first.
        const named = [3, 2, 1]
          .map((count) => meant.slice(0, count).join('.'))
          .filter((start) => names.includes(start))
          .slice(0, 1);
        const expected = new Set([...named, ...found.map(({ cycle }) => cycle.name)]);

        expect(suggestCycles(product, version)).toEqual([...expected].slice(0, 5));
      }),
      { numRuns: 500 },
    );
  });

  it('are first those that the text is the beginning of, newest first', () => {
    const gadgets = indexProduct(
      makeProduct('gadgets', ['11-24h2', '10-22h2', '11-23h2', '10-1909', '8.1', '8', '7-sp1']),
    );

    expect(suggestCycles(gadgets, '10').slice(0, 3)).toEqual(['10-22h2', '10-1909', '8.1']);
    expect(suggestCycles(gadgets, '9')[0]).toBe('8.1');
  });

  it('are none for a product without cycles', () => {
    expect(suggestCycles(indexProduct(makeProduct('empty', [])), '1')).toEqual([]);
  });
});
