import type { ServiceError } from '@stackcheck/contract';
import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import type { StackMeta } from './stack-meta';
import type { MetaDeps, QueryDeps } from '../query/query';
import { inspectEntries } from './inspect-stack';
import { stackOf } from './stack-input';
import { metaOfStack } from './stack-parts';

const cycle = {
  ...{ name: '3.14', eolFrom: '2030-10-31', codename: null, releaseDate: null, isLts: false, ltsFrom: null },
  ...{ isEol: false, isEoas: null, eoasFrom: null, eoesFrom: null, latest: null },
};
const products = new ProductIndex([
  { id: 'python', label: 'Python', aliases: [], category: 'lang', images: ['python'], cycles: [cycle] },
]);
const eol = { manifest: {}, index: { products, images: new ImageCatalogue(products), complete: true } };

/** Only the release cycles are at hand. */
function deps(): QueryDeps & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const data = (id: string) => {
    asked.push(id);
    if (id !== 'eol') throw new Error(`${id} was asked for`);
    return eol;
  };
  return { asked, data, peek: () => undefined, today: '2026-11-20' } as never;
}

const inspect = (lists: object, isNew?: (at: number) => boolean) => {
  const one = deps();
  return [inspectEntries(stackOf(lists, one), one, isNew), [...new Set(one.asked)]];
};

function refusal(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as ServiceError).detail.message;
  }
}

describe('the entries of a stack', () => {
  it('need the datasets of their lists alone', () => {
    expect(inspect({ items: [{ product: 'python', version: '3.14.1' }] })).toEqual([true, ['eol']]);
    expect(inspect({ items: [{ product: 'python', version: '99' }], images: ['nobodys:1'] })).toEqual([false, ['eol']]);
    expect(inspect({ images: ['python:3.14'] })).toEqual([true, ['eol']]);
    expect(() => inspect({ packages: ['pkg:npm/x@1'] })).toThrow('osv was asked for');
  });

  it('that are no references are named, where they were just sent', () => {
    const images = ['python:3.14', 'python:3.14:1'];

    expect(refusal(() => inspect({ images }))).toMatch(/^images\[1\]: \S.+/);
    expect(refusal(() => inspect({ images }, (at) => at === 0))).toBeUndefined();
  });
});

it('images are proven by their own scope, where there are any', () => {
  const metaOf = (id: string, scope?: string) => ({
    ...{ dataset: id, snapshot_id: id, as_of: '2026-11-20T00:00:00Z', retrieved_at: '2026-11-20T00:00:00Z' },
    ...{ sha256: '', key_id: 'k', signature: String(scope), notice: '', attribution: '', licence: '', source: '' },
    ...{ manifest_url: '/', stale: false, starter: false },
  });
  const meta = (lists: object): StackMeta => {
    const one = { ...deps(), metaOf, nowMs: 0, baseUrl: '' } as unknown as MetaDeps;
    return metaOfStack(stackOf(lists, { today: '2026-11-20' }), one);
  };

  expect(meta({ images: ['python:3.14'] }).signature).toBe('image');
  expect(meta({ items: [{ product: 'python', version: '3.14' }] }).signature).toBe('undefined');
});
