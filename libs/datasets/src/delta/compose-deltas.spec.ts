import { canonicalJson } from '@stackcheck/signing';
import fc from 'fast-check';
import type { SnapshotContent } from '../snapshot/snapshot';
import { contentVariants } from '../testing';
import { applyDelta } from './apply-delta';
import { composeDeltas } from './compose-deltas';
import type { Delta } from './delta';
import { deltaBetween, toComparable } from './make-delta';
import type { RecordList } from './record-list';

const LIST: RecordList = { part: 'products', key: 'product' };
const ORIGINAL: SnapshotContent = {
  dataset: 'eol',
  meta: { upstream_schema_version: '1' },
  products: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((product) => ({ product, cycles: [] })),
};

function delta([from, to]: readonly [string, string], before: SnapshotContent, after: SnapshotContent): Delta {
  const [one, other] = [toComparable(from, before, LIST), toComparable(to, after, LIST)];
  if (!one.ok || !other.ok) throw new Error('not comparable');
  return deltaBetween(one.comparable, other.comparable);
}

const variant = contentVariants(ORIGINAL, LIST);

describe('one delta in the place of two', () => {
  it('leads where they lead', () => {
    fc.assert(
      fc.property(variant, variant, variant, (a, b, c) => {
        const composed = composeDeltas(delta(['a', 'b'], a, b), delta(['b', 'c'], b, c));

        expect([composed.from, composed.to]).toEqual(['a', 'c']);
        expect(canonicalJson(applyDelta(a, composed))).toBe(canonicalJson(c));
      }),
    );
  });

  it('holds what the direct one does, and besides at most what was changed back', () => {
    fc.assert(
      fc.property(variant, variant, variant, (a, b, c) => {
        const direct = delta(['a', 'c'], a, c);
        const composed = composeDeltas(delta(['a', 'b'], a, b), delta(['b', 'c'], b, c));

        const { changed: changedDirectly, ...same } = direct;
        expect(composed).toMatchObject(same);
        expect(composed.changed).toEqual(expect.arrayContaining([...changedDirectly]));
        const before = new Set((a['products'] as object[]).map((record) => canonicalJson(record)));
        const more = composed.changed.filter((record) => !changedDirectly.includes(record));
        for (const record of more) expect(before).toContain(canonicalJson(record));
      }),
    );
  });

  it('does not depend on which two of three are taken together first', () => {
    fc.assert(
      fc.property(variant, variant, variant, variant, (a, b, c, d) => {
        const [ab, bc, cd] = [delta(['a', 'b'], a, b), delta(['b', 'c'], b, c), delta(['c', 'd'], c, d)];

        expect(composeDeltas(composeDeltas(ab, bc), cd)).toEqual(composeDeltas(ab, composeDeltas(bc, cd)));
      }),
    );
  });

  it('is not made of two that do not meet', () => {
    const step = delta(['a', 'b'], ORIGINAL, ORIGINAL);

    expect(() => composeDeltas(step, { ...step, from: 'c' })).toThrow(RangeError);
    expect(() => composeDeltas(step, { ...step, from: 'b', list: { part: 'entries', key: 'cve' } })).toThrow(
      RangeError,
    );
  });
});
