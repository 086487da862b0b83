import type { FileInventory } from '../read-file';
import * as fc from 'fast-check';
import { requestsOf } from './stack-requests';

const EMPTY = { packages: [], images: [], products: [], identified: [], apart: [], problems: [] };
const file = (path: string, entries: Partial<FileInventory>): FileInventory => ({
  ...{ path, format: 'x', readable: true },
  ...EMPTY,
  ...entries,
});

describe('the requests about a stack', () => {
  it('ask about each thing once, and know where it was first named', () => {
    const purl = 'pkg:npm/a@1';
    const files = [
      file('one', {
        packages: [{ purl, line: 3 }],
        products: [{ product: 'nodejs', version: '18', from: 'x', line: 1 }],
      }),
      file('two', { packages: [{ purl, line: 9 }], images: [{ ref: 'node:18' }] }),
    ];

    expect(requestsOf(files, true)).toEqual([
      {
        body: { items: [{ product: 'nodejs', version: '18' }], images: ['node:18'], packages: [purl] },
        places: { 'items/0': 'one:1', 'images/0': 'two', 'packages/0': 'one:3' },
      },
    ]);
  });

  it('leave out what has no version, and packages for development where that is asked for', () => {
    const files = [
      file('one', {
        packages: [{ purl: 'pkg:npm/a@1', dev: true }],
        products: [{ product: 'nodejs', version: null, from: 'lts/*' }],
      }),
    ];

    expect(requestsOf(files, false)).toEqual([]);
    expect(requestsOf(files, true).map(({ body }) => body)).toEqual([{ packages: ['pkg:npm/a@1'] }]);
  });

  it('hold all that was read, in as few as the limits allow', () => {
    const count = fc.integer({ min: 0, max: 170 });
    fc.assert(
      fc.property(count, count, count, (packages, images, products) => {
        const many = <Entry>(length: number, make: (at: number) => Entry): Entry[] =>
          Array.from({ length }, (_, at) => make(at));
        const requests = requestsOf(
          [
            file('one', {
              packages: many(packages, (at) => ({ purl: `pkg:npm/a@${at}` })),
              images: many(images, (at) => ({ ref: `a:${at}` })),
              products: many(products, (at) => ({ product: 'a', version: String(at), from: 'x' })),
            }),
          ],
          true,
        );
        const sizes = requests.map(({ body }) => [
          (body.items ?? []).length + (body.images ?? []).length,
          (body.packages ?? []).length,
        ]);

        expect(requests).toHaveLength(Math.ceil(Math.max(packages, images + products) / 50));
        expect(sizes.flat().every((size) => size <= 50)).toBe(true);
        expect(sizes.reduce(([a, b], [c, d]) => [a! + c!, b! + d!], [0, 0])).toEqual([images + products, packages]);
        for (const { body, places } of requests)
          expect(Object.keys(places)).toHaveLength(Object.values(body).reduce((sum, list) => sum + list.length, 0));
      }),
    );
  });
});
