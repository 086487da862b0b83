import { canonicalBytes } from '@stackcheck/signing';
import type { SnapshotContent } from '../snapshot/snapshot';
import type { Delta } from './delta';
import { leadsTo } from './leads-to';

const content = (products: readonly object[], rest: object = {}): SnapshotContent => ({
  dataset: 'eol',
  meta: { upstream_schema_version: '1' },
  ...rest,
  products,
});
const [a, b, c] = ['a', 'b', 'c'].map((product) => ({ product }));
const { products: _records, ...rest } = content([]);
const good: Delta = {
  from: 'from',
  to: 'to',
  list: { part: 'products', key: 'product' },
  added: [c!],
  changed: [],
  removed: ['a'],
  rest,
};

describe('whether a delta leads to a content', () => {
  it.each<[string, Partial<Delta>, SnapshotContent, boolean]>([
    ['it does', {}, content([b!, c!]), true],
    ['a record is missing', { added: [] }, content([b!, c!]), false],
    ['a record is left', { removed: [] }, content([b!, c!]), false],
    ['a record is another', {}, content([b!, { ...c, label: 'C' }]), false],
    ['a member is another', {}, content([b!, c!], { meta: { upstream_schema_version: '2' } }), false],
    ['a member is missing', {}, content([b!, c!], { note: 1 }), false],
    ['a member is left', { rest: { ...rest, note: 1 } }, content([b!, c!]), false],
  ])('%s', (_what, change, target, verdict) => {
    expect(leadsTo(target, content([a!, b!]), canonicalBytes({ ...good, ...change }))).toBe(verdict);
  });
});
