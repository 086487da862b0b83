import { LIMITS } from '@stackcheck/contract';
import { toPolicy } from '@stackcheck/stack-core';
import type { OsvIndex } from '@stackcheck/datasets/osv';
import { finish } from '@stackcheck/datasets/tasks';
import type { QueryDeps } from '../query/query';
import { checkSteps, costOfStack } from './check-steps';

/** Packages that each have as many advisories as one request may have judged. */
const heavy: Pick<OsvIndex, 'weightOf' | 'covers' | 'advisoriesOf'> = {
  weightOf: () => LIMITS.advisoriesJudgedMax,
  covers: () => true,
  advisoriesOf: () => [],
};

const deps = {
  today: '2026-11-20',
  data: () => ({ index: heavy }),
  peek: (id: string) => (id === 'osv' ? { index: heavy } : undefined),
} as unknown as QueryDeps;

const stack = {
  items: [],
  images: [],
  cves: [],
  packages: ['pkg:deb/debian/linux@1?arch=source', 'pkg:deb/ubuntu/linux@1?arch=source'],
  policy: toPolicy(),
};

describe('a stack whose packages have more advisories than one request may have judged', () => {
  it('is refused before any is judged', () => {
    expect(() => checkSteps(stack, deps).next()).toThrow(expect.objectContaining({ code: 'too_many_items' }) as Error);
  });

  it('is answered where it is watched already, however many they have come to have', () => {
    const check = finish(checkSteps(stack, deps, false));

    expect(check.summary.packages).toMatchObject({ count: 2, unlisted: 2 });
  });
});

describe('the work that a stack gives', () => {
  const costOf = (images: number): number =>
    costOfStack({ items: [], images: Array<string>(images).fill('nodde:20'), packages: [] }, deps);

  it('counts its images: from a few dozen on a signature is worth proving first', () => {
    expect(costOf(10)).toBeLessThan(1);
    expect(costOf(LIMITS.itemsMax)).toBeGreaterThan(1);
  });

  it('counts the entries of a stack on another day, on which none is known yet', () => {
    const items = Array.from({ length: 10 }, () => ({ product: 'nodejs', version: '20' }));
    const costOn = (day: object) => costOfStack({ items, images: [], packages: [] }, deps, day);

    expect(costOn({})).toBe(0);
    expect(costOn({ as_of: null })).toBe(0);
    expect(costOn({ as_of: '2027-06-15' })).toBeGreaterThan(1);
  });
});
