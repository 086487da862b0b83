import type { EolCycle } from '@stackcheck/eol-core';
import { toPolicy } from '../policy';
import type { StackParts } from './parts';
import { summarise } from './summary';

const NONE = { items: null, images: null, cves: null, packages: null, kevKnown: true, scores: 'all' };
const summaryOf = (parts: object) => summarise({ ...NONE, ...parts } as unknown as StackParts, toPolicy());
const cycle = (status: EolCycle['status'], days: number | null = null) => ({
  cycle: '1',
  status,
  days_until_eol: days,
});
const found = (...cycles: readonly object[]) => ({
  found: true,
  components: [...cycles.map((match) => ({ match })), {}],
});
const flaw = (severity: string | null, kev: object | null = null, kind = 'vulnerability') => ({ severity, kev, kind });
const checked = (purl: string, ...vulnerabilities: readonly object[]) => ({
  ...{ checked: true, resolved: purl, vulnerable: vulnerabilities.length > 0, lifecycle: null },
  vulnerabilities,
});

it('an image counts once, by the worst of its parts, and a stack by all of its entries', () => {
  const images = {
    results: [
      found(cycle('supported'), cycle('eol', -1)),
      found(cycle('security-only', 400), cycle('supported', 90)),
      found(cycle('supported', 91)),
      found(),
      { found: false },
    ],
  };
  const items = { results: [{ found: true, match: cycle('supported', 0), resolved: 'a' }, { found: false }] };
  const { images_only, items_only, items: both } = summaryOf({ images, items });

  expect(images_only).toEqual({ count: 5, matched: 3, eol: 1, security_only: 1, ending_soon: 1, unknown_count: 2 });
  expect(items_only).toEqual({ count: 2, matched: 1, eol: 0, security_only: 0, ending_soon: 1, unknown_count: 1 });
  expect(both).toEqual({ count: 7, matched: 4, eol: 1, security_only: 1, ending_soon: 2, unknown_count: 3 });
});

it('each package version is counted once, as what its vulnerabilities are', () => {
  const one = checked('pkg:a@1', flaw('critical', {}), flaw('high'), flaw('medium'), flaw('low'), flaw(null));
  const malware = checked('pkg:b@1', flaw('critical', {}, 'malware'));
  const packages = { count: 3, vulnerable: 2, results: [one, malware, { checked: false, lifecycle: null }] };
  const items = {
    results: [
      { found: false, packages: [one, { checked: false }] },
      { found: false, packages: [checked('pkg:c@1', flaw('low'))] },
    ],
  };

  expect(summaryOf({ packages, items }).packages).toMatchObject({
    ...{ count: 3, vulnerable: 2, vulnerable_items: 1 },
    ...{ critical: 1, high: 1, medium: 1, low: 2, unscored: 1, in_kev: 2 },
  });
});

it.each([
  ['nothing is looked up', false, {}, 0],
  ['a package has nothing', false, { packages: { results: [checked('pkg:a@1')] } }, null],
  [
    'an item has something',
    false,
    { items: { results: [{ found: false, packages: [checked('pkg:a@1', flaw('low'))] }] } },
    null,
  ],
  ['an item has nothing', false, { items: { results: [{ found: false, packages: [checked('pkg:a@1')] }] } }, 0],
  ['the catalogue is known', true, { packages: { results: [checked('pkg:a@1')] } }, 0],
])('how many are exploited where %s', (_what, kevKnown, parts, count) => {
  expect(summaryOf({ kevKnown, ...parts }).packages.in_kev).toBe(count);
});

it('ended cycles of packages count once each, without those that items are of', () => {
  const ended = (product: string, status = 'eol') => ({ ...checked('x'), lifecycle: { product, cycle: '1', status } });
  const packages = { results: [ended('a'), ended('a'), ended('b'), ended('c', 'supported')] };
  const items = { results: [{ found: true, match: cycle('eol'), resolved: 'b' }] };

  expect([summaryOf({ packages }).packages.eol, summaryOf({ packages, items }).packages.eol]).toEqual([2, 1]);
});
