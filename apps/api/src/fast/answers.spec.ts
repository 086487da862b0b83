import { gunzipSync } from 'node:zlib';
import { ServiceError } from '@stackcheck/contract';
import type { Manifest } from '@stackcheck/datasets';
import type { AnswerMeta } from '@stackcheck/datasets/serve';
import { ProductIndex, type Cycle, type Product } from '@stackcheck/eol-core';
import type { MetaDeps } from '@stackcheck/queries';
import { eolCheck, eolProduct } from '@stackcheck/queries/eol';
import fc from 'fast-check';
import { checkAnswer } from './check-answer';
import { productAnswer } from './product-answer';

const undated = { codename: null, isLts: false, ltsFrom: null, isEoas: null, eoasFrom: null, eoesFrom: null };
const cycle = (name: string, eolFrom: string | null): Cycle => ({
  ...undated,
  ...{ name, releaseDate: null, isEol: false, eolFrom, latest: null },
});
const product = (id: string, label: string, cycles: readonly Cycle[]): Product => ({
  ...{ id, label, aliases: [`${id}-alias`], cycles, category: 'lang', images: [] },
});

/** Two snapshots with a product of one id that stands otherwise in each. */
const snapshots = ['2028-04-30', '2025-04-30'].map((eol, at) => ({
  manifest: { dataset: 'eol', starter: at === 1, snapshot_id: `eol-${at}` } as Manifest,
  index: {
    complete: at === 0,
    products: new ProductIndex([
      product('nodejs', 'Node.js', [cycle('24', eol), cycle('18', '2025-04-30')]),
      product('quoted', 'a "quoted" \\ label\u2028 – ä', [cycle('1.0', null)]),
    ]),
  },
}));

const anyDeps = fc
  .record({
    snapshot: fc.constantFrom(...snapshots),
    today: fc.constantFrom('2024-01-01', '2026-11-20', '2030-01-01'),
    nowMs: fc.integer({ min: 0, max: 4e12 }),
  })
  .map(({ snapshot, today, nowMs }) => {
    const { manifest } = snapshot;
    const retrieved_at = new Date(nowMs).toISOString();
    const meta = { dataset: 'eol', snapshot_id: manifest.snapshot_id, retrieved_at, starter: manifest.starter };
    const data = () => snapshot;
    return { today, nowMs, data, peek: data, metaOf: () => meta as AnswerMeta } as unknown as MetaDeps;
  });

const name = fc.constantFrom('nodejs', ' NodeJS-alias ', 'quoted', 'nodej', '__proto__');

/** What is answered, or the error in its words. */
function outcome(answer: () => string): string {
  try {
    return answer();
  } catch (error) {
    if (error instanceof ServiceError) return JSON.stringify([error.code, error.detail]);
    throw error;
  }
}

test('an answer of another day than today is not written fast, so that none of today is forgotten for it', () => {
  const deps = fc.sample(anyDeps, 1)[0]!;

  expect(productAnswer({ product: 'nodejs', as_of: deps.today }, deps)).toBeUndefined();
  expect(checkAnswer({ items: [{ product: 'nodejs', version: '24' }], as_of: deps.today }, deps)).toBeUndefined();
});

describe('an answer that is written fast is the JSON of its query’s value', () => {
  it('of a product, as gzip members, too', () =>
    fc.assert(
      fc.property(name, anyDeps, (product, deps) => {
        const fast = outcome(() => {
          const { bytes, gzipped } = productAnswer({ product }, deps)!;
          expect(gunzipSync(gzipped).equals(bytes)).toBe(true);
          return Buffer.from(bytes).toString();
        });
        const plain = outcome(() => {
          const data = eolProduct.answer({ product }, deps);
          return JSON.stringify({ data, meta: eolProduct.meta!({ product }, data, deps) });
        });

        expect(fast).toBe(plain);
      }),
    ));

  const item = fc.record({ product: name, version: fc.constantFrom('24.1', 'v18', '1.0.3', '9', 'constructor') });

  it('of a batch', () =>
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), anyDeps, (items, deps) => {
        const fast = outcome(() => Buffer.from(checkAnswer({ items }, deps)!.bytes).toString());
        const plain = outcome(() => {
          const data = eolCheck.answer({ items }, deps);
          return JSON.stringify({ data, meta: eolCheck.meta!({ items }, data, deps) });
        });

        expect(fast).toBe(plain);
      }),
    ));
});
