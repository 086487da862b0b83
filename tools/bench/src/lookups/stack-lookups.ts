import { checkStack, DEFAULT_POLICY, type Stack, type StackSources } from '@stackcheck/stack-core';
import type { Lookups } from './contest';

/** A service as one finds it: what it runs on, the images it is built from, and what it depends on. */
const STACK: Stack = {
  items: [
    { product: 'nodejs', version: '20.11.1' },
    { product: 'postgresql', version: '14.9' },
    { product: 'redis', version: '7.2.4' },
    { product: 'ubuntu', version: '22.04' },
  ],
  images: ['node:20-bookworm-slim', 'postgres:14-alpine', 'nginx:1.25-alpine3.18'],
  cves: [],
  packages: ['pkg:npm/express@4.17.1', 'pkg:npm/lodash@4.17.20', 'pkg:pypi/requests@2.30.0'],
  policy: DEFAULT_POLICY,
};

/** A stack of ten components with its verdict, against writing its answer as JSON. */
export function stackLookups(sources: StackSources, today: string): Lookups {
  const stack = sources.osv === undefined ? { ...STACK, packages: [] } : STACK;
  const answer = checkStack(stack, sources, today);
  const count = stack.items.length + stack.images.length + stack.packages.length;
  return {
    unit: 'µs',
    works: [
      {
        name: `stack check of ${count} components (${stack.images.length} images, ${stack.packages.length} packages)`,
        run: () => Number(checkStack(stack, sources, today).items !== null),
      },
      { name: `… its answer as JSON`, run: () => Number(JSON.stringify(answer).length > 0) },
    ],
  };
}
