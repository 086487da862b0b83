import { canonicalBytes, canonicalJson } from '@stackcheck/signing';
import fc from 'fast-check';
import { DATASETS } from '../registry/registry';
import type { SnapshotContent } from '../snapshot/snapshot';
import { contentVariants } from '../testing';
import { applyDelta, DeltaMismatchError } from './apply-delta';
import type { Delta } from './delta';
import { deltaBetween, toComparable, type Comparable } from './make-delta';
import type { RecordList } from './record-list';

const LIST: RecordList = { part: 'products', key: 'product' };

/** A tiny content with these records. */
function content(products: readonly unknown[], rest: object = {}): SnapshotContent {
  return { dataset: 'eol', meta: { upstream_schema_version: '1' }, ...rest, products };
}

/** As it comes out of a store: parsed from its canonical bytes. */
function stored<T>(value: T): T {
  return JSON.parse(new TextDecoder().decode(canonicalBytes(value))) as T;
}

function comparable(id: string, of: SnapshotContent, list = LIST): Comparable {
  const read = toComparable(id, stored(of), list);
  if (!read.ok) throw new Error(read.fault);
  return read.comparable;
}

function delta(from: SnapshotContent, to: SnapshotContent, list = LIST): Delta {
  return deltaBetween(comparable('from', from, list), comparable('to', to, list));
}

const [a, b, c] = ['a', 'b', 'c'].map((product) => ({ product, cycles: [1] }));
const changedB = { product: 'b', cycles: [2] };

describe('a delta', () => {
  it('names what was added, changed and removed, and says how the content splits', () => {
    expect(delta(content([a, b]), content([changedB, c], { note: 'new' }))).toEqual({
      from: 'from',
      to: 'to',
      list: LIST,
      added: [c],
      changed: [changedB],
      removed: ['a'],
      rest: { dataset: 'eol', meta: { upstream_schema_version: '1' }, note: 'new' },
    });
  });

  it('is empty between equal contents, however their members were written', () => {
    const reordered = content([{ cycles: [1], product: 'a' }]);

    expect(delta(content([a]), reordered)).toMatchObject({ added: [], changed: [], removed: [] });
  });

  it.each<[string, readonly unknown[], RegExp]>([
    ['twice the same id', [a, a], /not in order/],
    ['records out of order', [b, a], /not in order/],
    ['a record without its id', [{ cycles: [] }], /no text "product"/],
    ['an id that is a number', [{ product: 7 }], /no text "product"/],
    ['something else than a record', [null], /no text "product"/],
  ])('is not made of a content with %s', (_what, records, fault) => {
    expect(toComparable('x', content(records), LIST)).toEqual({ ok: false, fault: expect.stringMatching(fault) });
  });

  it('is not made of a content that lacks the list', () => {
    expect(toComparable('x', { ...content([]), products: {} }, LIST).ok).toBe(false);
    expect(toComparable('x', content([]), { part: 'vulnerabilities', key: 'cve' }).ok).toBe(false);
  });
});

describe('applying a delta', () => {
  const good = delta(content([a, b]), content([changedB, c]));

  it('leaves the content it is given as it was', () => {
    const from = content([a, b]);

    applyDelta(from, good);

    expect(from).toEqual(content([a, b]));
  });

  it.each<[string, SnapshotContent, Partial<Delta>]>([
    ['removes what is not there', content([b]), {}],
    ['changes what is not there', content([a]), {}],
    ['adds what is there', content([a, b, c]), {}],
    ['is of another dataset', { ...content([]), products: undefined }, {}],
    ['has a record without an id', content([a, b]), { added: [{}] }],
    ['has something else than a record', content([a, b]), { changed: [null] }],
  ])('refuses one that %s', (_what, from, change) => {
    expect(() => applyDelta(from, { ...good, ...change })).toThrow(DeltaMismatchError);
  });
});

describe.each(
  DATASETS.flatMap((dataset) => {
    if (dataset.kind !== 'document') return [];
    const { descriptor, records, starter } = dataset;
    return records && starter ? [{ id: descriptor.id, records, content: starter().snapshot }] : [];
  }),
)('deltas of $id', ({ records, content: original }) => {
  it('lead from any content to any other, byte for byte in canonical form', () => {
    const variants = contentVariants(trimmed(original, records), records);

    fc.assert(
      fc.property(variants, variants, (from, to) => {
        const made = stored(delta(from, to, records));

        expect(canonicalJson(applyDelta(stored(from), made))).toBe(canonicalJson(to));
      }),
      { numRuns: 50 },
    );
  });

  it('hold the fewest records that do', () => {
    const variants = contentVariants(trimmed(original, records), records);

    fc.assert(
      fc.property(variants, variants, (from, to) => {
        const texts = (of: SnapshotContent) =>
          new Set((of[records.part] as unknown[]).map((each) => canonicalJson(each)));
        const news = [...texts(to)].filter((text) => !texts(from).has(text));
        const { added, changed } = delta(from, to, records);

        expect([...added, ...changed].map((each) => canonicalJson(each)).sort()).toEqual(news.sort());
      }),
      { numRuns: 20 },
    );
  });
});

/** A dozen records say as much as hundreds, and sooner. */
function trimmed(whole: SnapshotContent, { part }: RecordList): SnapshotContent {
  return { ...stored(whole), [part]: (stored(whole)[part] as unknown[]).slice(0, 12) };
}
