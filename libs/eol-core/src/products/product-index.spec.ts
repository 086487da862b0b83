import * as fc from 'fast-check';
import { ProductIndex } from './product-index';
import { suggestProducts } from '../suggestions/suggest';
import { makeProduct } from '../testing/make-product';

const index = new ProductIndex([
  makeProduct('nodejs', ['24'], { label: 'Node.js', aliases: ['node'] }),
  makeProduct('Mixed-Case', ['1'], { aliases: ['MC'] }),
  makeProduct('go', ['1.27'], { aliases: ['golang', 'nodejs'] }),
]);

describe('a product is found by', () => {
  it.each([
    ['its id', 'nodejs', 'nodejs'],
    ['an alias', 'node', 'nodejs'],
    ['its id in another case, with blanks around it', '  NodeJS\n', 'nodejs'],
    ['an alias in another case', 'GoLang', 'go'],
    ['an id with capitals, exactly', 'Mixed-Case', 'Mixed-Case'],
    ['an id with capitals, lower-cased', 'mixed-case', 'Mixed-Case'],
    ['an alias with capitals, lower-cased', 'mc', 'Mixed-Case'],
    ['its id but for punctuation', 'mixed case', 'Mixed-Case'],
  ])('%s', (_, text, id) => {
    expect(index.find(text)?.product.id).toBe(id);
  });
});

describe('a product is not found by', () => {
  // Two products are written `nodejs`; only who writes it exactly means the one whose id it is.
  it.each(['nodej', 'node.js', 'node js', '', ' ', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%j',
    (text) => {
      expect(index.find(text)).toBeUndefined();
      expect(index.get(text)).toBeUndefined();
    },
  );
});

describe('the index', () => {
  it('lets no alias hide the id of another product', () => {
    expect(index.find('nodejs')?.product.id).toBe('nodejs');
  });

  it('answers get only for an exact id', () => {
    expect(index.get('nodejs')?.product.label).toBe('Node.js');
    expect(index.get('node')).toBeUndefined();
  });

  it('lists ids in order and products as they came', () => {
    expect(index.ids).toEqual(['Mixed-Case', 'go', 'nodejs']);
    expect(index.products.map(({ product }) => product.id)).toEqual(['nodejs', 'Mixed-Case', 'go']);
  });

  it('finds products with the names of object members, once they exist', () => {
    const odd = new ProductIndex([makeProduct('constructor', ['__proto__']), makeProduct('__proto__', ['1'])]);

    expect(odd.find('__proto__')?.product.id).toBe('__proto__');
    expect(odd.find('Constructor')?.names.get('__proto__')?.name).toBe('__proto__');
  });

  it('refuses two products with one id', () => {
    const fault = { message: expect.stringContaining('same id') as string, code: 'duplicate', place: 'products[1]' };
    expect(() => new ProductIndex([makeProduct('a', []), makeProduct('a', [])])).toThrow(
      expect.objectContaining(fault) as Error,
    );
  });

  it('never throws on a name, and never finds what nobody declared', () => {
    const declared = new Set(['nodejs', 'node', 'go', 'golang', 'mixed-case', 'mc']);
    const written = new Set(['node', 'go', 'golang', 'mixedcase', 'mc']);

    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const isWritten = written.has(text.toLowerCase().replace(/[^\p{L}\p{N}+#&.]/gu, ''));

        expect(index.named(text) !== undefined).toBe(declared.has(text.trim().toLowerCase()));
        if (declared.has(text.trim().toLowerCase()) || isWritten) expect(index.find(text)).toBeDefined();
        expect(suggestProducts(index, text).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
