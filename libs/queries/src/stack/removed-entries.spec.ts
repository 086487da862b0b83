import { DEFAULT_POLICY, type Stack } from '@stackcheck/stack-core';
import type { QueryDeps } from '../query/query';
import { withRemoved } from './removed-entries';

const deps = (...ids: readonly string[]): QueryDeps =>
  ({ peek: (id: string) => (ids.includes(id) ? {} : undefined) }) as unknown as QueryDeps;
const stack: Stack = {
  ...{ items: [], images: ['node:20'], cves: ['CVE-2021-44228'], packages: [] },
  policy: DEFAULT_POLICY,
};
const removed = {
  items: [{ product: 'python', version: '3.8' }],
  images: ['node:18'],
  cves: ['CVE-2023-45857'],
  packages: ['pkg:npm/axios@1.0.0'],
};

it.each<[string, QueryDeps, object]>([
  [
    'all of them',
    deps('eol', 'kev', 'osv'),
    {
      items: removed.items,
      images: ['node:20', 'node:18'],
      cves: ['CVE-2021-44228', 'CVE-2023-45857'],
      packages: removed.packages,
    },
  ],
  ['those of a dataset that is at hand', deps('osv'), { packages: removed.packages }],
  ['those of another one', deps('eol'), { items: removed.items, images: ['node:20', 'node:18'] }],
])('entries that were taken out count as asked about: %s', (_which, available, added) =>
  expect(withRemoved(stack, removed, available)).toEqual({ ...stack, ...added }),
);

it('CVEs of which one cannot be read are left out', () => {
  const lists = { items: [], images: [], cves: ['CVE-2023-45857', 'CVE-none'], packages: [] };
  expect(withRemoved(stack, lists, deps('eol', 'kev', 'osv'))).toEqual(stack);
});
