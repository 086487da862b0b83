import { LIMITS } from '@stackcheck/contract';
import { ProductIndex } from '@stackcheck/eol-core';
import { ProductPackages } from '@stackcheck/eol-core/packages';
import { readPackageName } from '@stackcheck/osv-core';
import { toPolicy } from '@stackcheck/stack-core';
import type { QueryDeps } from '../query/query';
import { checkSteps, costOfStack } from './check-steps';
import { inspectStack } from './inspect-stack';

const cycle = {
  ...{ name: '1', codename: null, releaseDate: null, isLts: false, ltsFrom: null, isEol: false, eolFrom: null },
  ...{ isEoas: null, eoasFrom: null, eoesFrom: null, latest: { name: '1.2.3', date: null, link: null } },
};
const products = new ProductIndex(
  ['one', 'two'].map((id) => ({
    ...{ id, label: id, aliases: [], category: 'x', images: [], cycles: [cycle] },
    identifiers: [{ type: 'purl', id: `pkg:npm/${id}` }],
  })),
);
const eol = { index: { products, packages: ProductPackages.of(products, readPackageName), complete: true } };
/** Packages that each have as many advisories as one request may have judged. */
const osv = { index: { weightOf: () => LIMITS.advisoriesJudgedMax, covers: () => true, advisoriesOf: () => [] } };

function depsWith(held: Readonly<Record<string, object | undefined>>): QueryDeps {
  const data = (id: string) => held[id] as never;
  return { today: '2026-11-20', data, peek: data };
}

const stackOf = (version: string) => ({
  items: ['one', 'two'].map((product) => ({ product, version })),
  ...{ images: [], cves: [], packages: [], policy: toPolicy() },
});

describe('the packages that items are', () => {
  it('count in what one request may have judged, before payment and after', () => {
    const refused = expect.objectContaining({ code: 'too_many_items' }) as Error;

    expect(() => inspectStack(stackOf('1.2.3'), depsWith({ eol, osv }))).toThrow(refused);
    expect(() => checkSteps(stackOf('1.2.3'), depsWith({ eol, osv })).next()).toThrow(refused);
  });

  it('cost nothing where no release is named, or no advisories are at hand', () => {
    expect(costOfStack(stackOf('1.2.3'), depsWith({ eol, osv }))).toBeGreaterThan(1_000);
    expect(costOfStack(stackOf('1'), depsWith({ eol, osv }))).toBe(0);
    expect(costOfStack(stackOf('1.2.3'), depsWith({ eol }))).toBe(0);
    expect(() => inspectStack(stackOf('1'), depsWith({ eol, osv }))).not.toThrow();
  });
});
